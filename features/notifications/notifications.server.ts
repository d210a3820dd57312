import { sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import type { Order } from '../../database/list/order.ts'
import type { Job } from '../../server/jobs/job.ts'
import type { MailQuestion } from '../../server/mail/question.ts'
import { call, everyPage, page } from '../../server/pages/boot.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { countUnread, listNotifications, MAX_COUNT, markRead, notificationListing } from './contract.ts'
import { mailDigests } from './mail/digests.ts'
import { mailNotifications } from './mail/notification-mail.ts'
import mutes from './mutes.server.ts'
import outbox from './outbox.server.ts'
import settings from './settings.server.ts'
import { kindsAbout, type Subject } from './shared/subjects.ts'
import unsubscribe from './unsubscribe.server.ts'

const latestFirst: Order = {
  by: [
    [sql`n.latest_at`, 'timestamptz'],
    [sql`n.id`, 'uuid'],
  ],
  descending: true,
}

const isAbout = (about: Subject) => sql`kind = any(${kindsAbout(about)}::text[])`

const listed = read(listNotifications, ({ query: { unread: onlyUnread, about, limit, after } }) =>
  list({
    from: 'notifications',
    as: 'n',
    order: latestFirst,
    filters: [sql`n.user_id = me()`, onlyUnread && sql`n.read_at is null`, about && isAbout(about)],
    json: sql`notification_json(n)`,
    limit,
    after,
  }),
)

const unread = sql`
  select json_build_object('count', count(*), 'threads',
    coalesce(json_agg(distinct case thread_kind when 'account' then thread_kind else thread_kind || '/' || thread_id end), '[]'))
  from (select thread_kind, thread_id from notifications where user_id = me() and read_at is null
    order by latest_at desc, id desc limit ${MAX_COUNT}) latest`

const count = read(countUnread, () => unread)

const mark = write(markRead, ({ body: { notification_id: id, thread_kind, thread_id, about, until } }) => [
  sql`
    update notifications set read_at = now() where user_id = me() and read_at is null
      and (${id ?? null}::uuid is null or id = ${id ?? null})
      and (${thread_kind ?? null}::text is null or thread_kind = ${thread_kind ?? null})
      and (${thread_id ?? null}::text is null or thread_id = ${thread_id ?? null})
      and ${about ? isAbout(about) : sql`true`}
      and (${until ?? null}::timestamptz is null or latest_at <= ${until ?? null})`,
  unread,
])

export const jobs = (questions: MailQuestion[]): Job[] => [
  { queue: 'notification_mail', run: context => mailNotifications(context, questions) },
  { queue: 'digest', run: mailDigests },
]

export default [listed, count, mark, ...mutes, ...settings, ...unsubscribe, ...outbox]

/** Every page has the bell. */
export const preloads = [
  everyPage(() => [call(countUnread, {})]),
  page('/notifications', url => [call(listNotifications, notificationListing(Object.fromEntries(url.searchParams)))]),
]
