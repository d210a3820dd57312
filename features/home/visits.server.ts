import { type Sql, sql } from '../../database/connection/sql.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { getSinceLastVisit, MAX_NEW, noteComplete, noteVisit, noteWelcome } from './contract.ts'

const IDLE = sql`interval '30 minutes'`

/** At most MAX_NEW rows are read, from the index of the newest ones. */
const count = (rows: Sql) =>
  sql`case when since is null then 0 else (select count(*) from (${rows} limit ${MAX_NEW}) new) end`

/** This table has no index by time, but its ids increase with time. */
const latestRequests = sql`(select * from introduction_requests order by id desc limit ${MAX_NEW})`

const sinceLastVisit = read(
  getSinceLastVisit,
  () => sql`
    select json_build_object('since', since,
      'topics', ${count(sql`select from posts where created_at > since and not is_mine(posts)`)},
      'replies', ${count(sql`select from topic_follows f join posts p on p.id = f.post_id and p.active_at > since
        join comments c on c.post_id = p.id and c.created_at > since and not is_mine(c) where f.profile_id = my_profile_id()`)},
      'events', ${count(sql`select from events where created_at > since and created_by is distinct from me()`)},
      'members', ${count(sql`select from profiles where created_at > since and full_name <> '' and user_id <> me()`)},
      'investors', ${count(sql`select from investors where created_at > since and user_id is distinct from me()`)},
      'requests', ${count(sql`select from ${latestRequests} r where created_at > since and user_id <> me()`)},
      'resources', ${count(sql`select from resources where created_at > since and user_id is distinct from me()`)})
    -- The page asks before it notes the visit: then the last visit is the one before.
    from (select max(case when last_at < now() - ${IDLE} then last_at else previous_at end) as since
      from member_visits where user_id = me()) visit`,
)

const visit = write(
  noteVisit,
  ({ me }) => sql`
    insert into member_visits as v (user_id) values (${me.user_id})
    on conflict (user_id) do update set last_at = now(),
      previous_at = case when v.last_at < now() - ${IDLE} then v.last_at else v.previous_at end
    returning user_id`,
)

const complete = write(
  noteComplete,
  ({ me }) => sql`
    insert into member_visits (user_id, saw_complete) values (${me.user_id}, true)
    on conflict (user_id) do update set saw_complete = true
    returning user_id`,
)

/** Done stays done: another tab may still show the questions. */
const welcome = write(
  noteWelcome,
  ({ me, body: { welcome } }) => sql`
    insert into member_visits as v (user_id, welcome) values (${me.user_id}, ${welcome})
    on conflict (user_id) do update set welcome = case when v.welcome = 'done' then v.welcome else excluded.welcome end
    returning user_id`,
)

export default [sinceLastVisit, visit, complete, welcome]
