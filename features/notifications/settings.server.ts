import { setGiven, sql } from '../../database/connection/sql.ts'
import { read, write } from '../../server/request/endpoint.ts'
import type { Services } from '../../server/services.ts'
import { getNotificationSettings, updateNotificationSettings } from './contract.ts'
import { kinds } from './shared/kinds.ts'

const mine = ({ config }: Pick<Services, 'config'>) => sql`
  select json_build_object('time_zone', s.time_zone, 'digest', coalesce(s.digest, 'daily'),
    'quiet_from', to_char(s.quiet_from, 'HH24:MI'), 'quiet_until', to_char(s.quiet_until, 'HH24:MI'),
    'may_be_asked', coalesce(s.may_be_asked, true), 'ways', my_ways(${kinds}), 'sends_mail', ${config.smtpUrl !== undefined}::boolean)
  from (select me() as user_id) member left join notification_settings s using (user_id)`

const update = write(updateNotificationSettings, ({ me, body, services }) => {
  const { ways = {}, time_zone } = body
  return [
    sql`insert into notification_settings (user_id) values (${me.user_id}) on conflict do nothing`,
    sql`
      update notification_settings set ${setGiven(['digest', 'quiet_from', 'quiet_until', 'may_be_asked'], body)},
        time_zone = case when ${time_zone === undefined} then time_zone
          else known_time_zone(${time_zone ?? null}) end,
        ways = ways || ${JSON.stringify(ways)}::jsonb
      where user_id = me()`,
    mine(services),
  ]
})

export default [read(getNotificationSettings, ({ services }) => mine(services)), update]
