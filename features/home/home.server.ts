import { join, Sql, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { type Kind, kinds } from '../activity/contract.ts'
import { getHome, HOME_ACTIVITIES, HOME_TOPICS } from './contract.ts'

const topics = sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'tags', t.tags, 'is_anonymous', t.is_anonymous,
    'author', (select json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url)
      from profiles p where p.id = t.user_id),
    'likes_count', t.likes_count, 'comments_count', t.comments_count, 'created_at', t.created_at) order by t.id desc), '[]')
  from (select * from posts order by id desc limit ${HOME_TOPICS}) t)`

const newestFirst = sql`created_at desc, id desc, actor_id desc, kind desc`
const latestOf = (kind: Kind) =>
  sql`(select * from activity where kind = ${new Sql([`'${kind}'`], [])} order by ${newestFirst} limit ${HOME_ACTIVITIES})`

const activities = sql`(
  select coalesce(json_agg(activity_json(kind, id, created_at, actor_id, subject_id) order by ${newestFirst}), '[]')
  from (select * from (${join(kinds.map(latestOf), ' union all ')}) a order by ${newestFirst} limit ${HOME_ACTIVITIES}) b)`

const readHome = ({ tx }: Request<typeof getHome>) =>
  tx.json(sql`select json_build_object(
    'is_empty', not exists (select from posts where user_id is not null or is_anonymous),
    'topics', ${topics}, 'activities', ${activities}, 'events', '[]'::json)`)

export default [handle(getHome, readHome)]
