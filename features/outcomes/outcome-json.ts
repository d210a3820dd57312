import { type Sql, sql } from '../../database/connection/sql.ts'

const person = (account: Sql) => sql`(
  select json_build_object('id', p.id, 'full_name', coalesce(p.full_name, ''), 'profile_picture', p.avatar_url)
  from (select ${account} as user_id) who left join profiles p using (user_id))`

/** The target of an introduction `i` for the request `r`: a member, or the name of somebody outside. */
const target = sql`case when i.target is null
  then json_build_object('id', null, 'full_name', coalesce(r.shown_person, ''), 'profile_picture', null) else ${person(sql`i.target`)} end`
const other = sql`case i.my_part when 'requester' then ${target} else ${person(sql`i.requester`)} end`

export const thanksJson = sql`json_build_object(
  'offer_id', t.offer_id, 'request_id', t.request_id, 'text', t.text, 'is_public', t.is_public, 'from', ${person(sql`t.user_id`)},
  'to', ${person(sql`t.introducer_id`)}, 'created_at', t.created_at, 'can_edit', t.user_id = me(), 'can_remove', may_remove(t))`

/** Of all thanks for the request `r`: changes when one is said, changed or removed. */
export const thanksVersion = sql`(select coalesce(sum(t.version), 0)::integer from introduction_thanks t where t.request_id = r.id)`

/** What the member may know of the outcome of the request with this id. The rules exclude the answers and thanks of others. */
export const outcomeOf = (request: Sql) => sql`
  select json_build_object('version', case when is_mine(r) then ${thanksVersion} else 0 end,
    'asked', (select json_build_object('offer_id', x.offer_id, 'other', ${other}, 'introducer', ${person(sql`i.introducer`)},
        'answer', x.answer, 'asked_at', x.asked_at)
      from my_introductions(r.id) i join introduction_outcomes x on x.offer_id = i.offer_id and x.user_id = me()),
    'thanks', (select ${thanksJson} from introduction_thanks t where t.request_id = r.id order by t.created_at desc, t.offer_id limit 1),
    'to_thank', (select json_build_object('offer_id', i.offer_id, 'introducer', ${person(sql`i.introducer`)}) from my_introductions(r.id) i
      where i.my_part = 'requester' and is_enabled(i.introducer)
        and not exists (select from introduction_thanks t where t.offer_id = i.offer_id)))
  from introduction_requests r where r.id = ${request}`

const introduction = sql`'offer_id', i.offer_id, 'request_id', r.id, 'request_title', r.shown_title, 'agreed_at', i.agreed_at`

/** The newest introductions in which the member had one of these parts. */
const listed = (parts: string[], more: Sql, most: number) => sql`(
  select coalesce(json_agg(json_build_object(${introduction}, ${more}) order by i.agreed_at desc, i.offer_id), '[]')
  from (select * from my_introductions() where my_part = any (${parts}) order by agreed_at desc, offer_id limit ${most}) i
    join introduction_requests r on r.id = i.request_id)`

const thanksOf = sql`(select ${thanksJson} from introduction_thanks t where t.offer_id = i.offer_id)`
const isShown = sql`coalesce((select s.is_shown from outcome_settings s where s.user_id = me()), false)`

export const myIntroductions = (most: number) => sql`
  select json_build_object(
    'given', ${listed(['introducer'], sql`'requester', ${person(sql`i.requester`)}, 'target', ${target}, 'thanks', ${thanksOf}`, most)},
    'received', ${listed(['requester', 'target'], sql`'introducer', ${person(sql`i.introducer`)}, 'other', ${other}`, most)},
    'is_shown', ${isShown})`
