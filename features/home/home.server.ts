import { join, sql } from '../../database/connection/sql.ts'
import { textLiteral } from '../../database/list/limit.ts'
import { call, page } from '../../server/pages/boot.ts'
import { read } from '../../server/request/endpoint.ts'
import { type Kind, kinds } from '../activity/contract.ts'
import { listPeopleForMe } from '../matches/contract.ts'
import { getForMe, getHome, getSinceLastVisit, HOME_ACTIVITIES, HOME_EVENTS, HOME_TOPICS } from './contract.ts'
import forMe from './for-me.server.ts'
import visits from './visits.server.ts'

const topics = sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'tags', t.tags, 'is_anonymous', t.is_anonymous, 'is_mine', t.is_mine,
    'author', (select json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url)
      from profiles p where p.id = t.user_id),
    'likes_count', t.likes_count, 'comments_count', t.comments_count, 'created_at', t.created_at) order by t.id desc), '[]')
  from (select *, is_mine(posts) as is_mine from posts order by id desc limit ${HOME_TOPICS}) t)`

const newestFirst = sql`created_at desc, id desc, kind desc`
const latestOf = (kind: Kind) =>
  sql`(select * from activity where kind = ${textLiteral(kind)} and actor_id is not null order by ${newestFirst} limit ${HOME_ACTIVITIES})`

const activities = sql`(
  select coalesce(json_agg(activity_json(kind, id, created_at, actor_id, subject_id) order by ${newestFirst}), '[]')
  from (select * from (${join(kinds.map(latestOf), ' union all ')}) a order by ${newestFirst} limit ${HOME_ACTIVITIES}) b)`

/** Includes today's events until midnight in the community's time zone. */
const events = (zone: string) => sql`(
  select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title, 'event_date', e.event_date,
    'start_time', to_char(e.start_time, 'HH24:MI'), 'location', e.location, 'is_online', e.is_online)
    order by e.event_date, e.start_time, e.id), '[]')
  from (select * from events where event_date >= today_in(${zone})
    order by event_date, start_time, id limit ${HOME_EVENTS}) e)`

export default [
  ...visits,
  ...forMe,
  read(
    getHome,
    ({ services }) => sql`select json_build_object(
      'is_empty', not exists (select from posts where user_id is not null or is_anonymous) and not exists (select from events),
      'topics', ${topics}, 'activities', ${activities}, 'events', ${events(services.config.timeZone)},
      'saw_complete', exists (select from member_visits where user_id = me() and saw_complete),
      'welcome', (select welcome from member_visits where user_id = me()))`,
  ),
]

export const preloads = [
  page('/', () => [call(getHome, {}), call(getForMe, {}), call(getSinceLastVisit, {}), call(listPeopleForMe, {})]),
]
