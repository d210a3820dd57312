import type { SessionUser } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { throttle } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'

const TEN_MINUTES = 600
const DAY_SECONDS = 86_400

/**
 * Counts one try at the second factor: a challenge (which takes up to five codes), a recovery code, or a code given as proof.
 *
 * A browser on which the factor was given before has tries of its own, so that nobody else can use them up. All others share those of
 * the account, however often they sign in: whoever has the password can make as many sessions as they like. Their tries are counted for
 * the present password too, so that a new one gives its owner tries again after somebody with the old one has used them up.
 */
export async function countSecondStep(services: Services, me: SessionUser): Promise<void> {
  const { device, password } = await services.db.asSystem(tx =>
    tx.one<{ device: string | null; password: string }>(sql`
      select encode(d.token_hash, 'hex') as device, left(md5(coalesce(u.password_hash, '')), 16) as password
      from users u
        left join sessions s on s.id = ${me.session_id}
        left join known_devices d on d.user_id = u.id and d.token_hash = s.device_hash and d.passed_factor_at is not null
      where u.id = ${me.user_id}`),
  )
  const account = `second step:${me.user_id}`
  if (device) {
    await throttle(services, `${account}:${device}`, 10, TEN_MINUTES)
    await throttle(services, `${account}:${device}:day`, 60, DAY_SECONDS)
    return
  }
  // In this order: what one limit refuses does not count against the next.
  await throttle(services, `second step:${me.session_id}`, 10, TEN_MINUTES)
  await throttle(services, `${account}:${password}`, 40, DAY_SECONDS)
  await throttle(services, account, 80, DAY_SECONDS)
}
