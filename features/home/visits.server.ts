import { type Sql, sql } from '../../database/connection/sql.ts'
import { write } from '../../server/request/endpoint.ts'
import { MAX_NEW, noteVisit } from './contract.ts'

/** At most MAX_NEW rows are read, from the index of the newest ones. */
const countOf = (rows: Sql) => sql`case when v.previous_at is null then 0
  else (select count(*) from (${rows} limit ${MAX_NEW}) new) end`

/** For tables without an index by time: ids increase with time. */
const latest = (table: Sql, isOfOthers: Sql) => sql`
  select from (select * from ${table} order by id desc limit ${MAX_NEW}) t where t.created_at > v.previous_at and ${isOfOthers}`

const counts = {
  topics: sql`select from posts where created_at > v.previous_at and not is_mine(posts)`,
  replies: sql`
    select from comments c where c.created_at > v.previous_at and not is_mine(c)
      and exists (select from topic_follows f where f.post_id = c.post_id and f.profile_id = my_profile_id())`,
  events: sql`select from events where created_at > v.previous_at and created_by is distinct from me()`,
  members: sql`select from profiles where created_at > v.previous_at and full_name <> '' and user_id <> me()`,
  investors: sql`select from investors where created_at > v.previous_at and user_id is distinct from me()`,
  requests: latest(sql`introduction_requests`, sql`t.user_id <> me()`),
  resources: sql`select from resources where created_at > v.previous_at and user_id is distinct from me()`,
}

const visit = write(noteVisit, ({ me }) => [
  sql`
    insert into member_visits as v (user_id) values (${me.user_id})
    on conflict (user_id) do update set last_at = now(),
      previous_at = case when v.last_at < now() - interval '30 minutes' then v.last_at else v.previous_at end`,
  sql`
    select json_build_object('since', v.previous_at, 'topics', ${countOf(counts.topics)}, 'replies', ${countOf(counts.replies)},
      'events', ${countOf(counts.events)}, 'members', ${countOf(counts.members)}, 'investors', ${countOf(counts.investors)},
      'requests', ${countOf(counts.requests)}, 'resources', ${countOf(counts.resources)})
    from member_visits v where v.user_id = me()`,
])

export default [visit]
