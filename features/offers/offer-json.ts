import { type Sql, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'

/** The newest offers of a request that are sent. */
const MAX_OFFERS = 200

const person = (account: Sql, more = sql``) => sql`(
  select json_build_object('id', p.id, 'full_name', coalesce(p.full_name, ''), 'profile_picture', p.avatar_url ${more})
  from (select ${account} as user_id) who left join profiles p using (user_id))`

/** The rules exclude addresses that the member may not see. */
const contact = (offer: Sql, account: Sql) =>
  person(
    account,
    sql`, 'email', (select c.email from introduction_contacts c where c.offer_id = ${offer} and c.user_id = who.user_id)`,
  )

/** A target outside who answered by the link, if the member may see the address. */
const outsider = (offer: Sql) => sql`(
  select json_build_object('id', null, 'full_name', coalesce(r.shown_person, ''), 'profile_picture', null, 'email', a.address)
  from outside_addresses a where a.offer_id = ${offer} and a.is_shared)`

/** Of an offer in this state on the request `r`. */
const contacts = (offer: Sql, state: Sql) => sql`
  case when ${state} = 'agreed' then json_build_object('requester', ${contact(offer, sql`r.user_id`)},
    'target', case when r.target_profile_id is not null
      then ${contact(offer, sql`(select t.user_id from profiles t where t.id = r.target_profile_id)`)} else ${outsider(offer)} end) end`

const steps = sql`(
  select coalesce(json_agg(json_build_object('id', s.id, 'kind', s.kind, 'created_at', s.created_at,
      'user_name', coalesce(p.full_name, case when s.kind = 'agreed' then s.outsider end, '')) order by s.created_at), '[]')
  from introduction_steps s left join profiles p on p.user_id = s.user_id where s.offer_id = o.id)`

/** An offer `o` on the request `r`. */
const offerJson = sql`json_build_object(
  'id', o.id, 'introducer', ${person(sql`o.user_id`)}, 'note', o.note, 'state', o.state, 'closed_word', o.closed_word,
  'is_mine', coalesce(o.user_id = me(), false), 'created_at', o.created_at, 'changed_at', o.changed_at, 'asked_at', o.asked_at,
  'can', array_remove(array[
    case when may_accept(o) then 'accepted' end, case when may_move(o, 'withdrawn', 'offerer') then 'withdrawn' end,
    case when may_move(o, 'closed', 'requester') then 'closed' end, case when may_move(o, 'agreed', 'offerer') then 'report' end], null),
  'steps', ${steps}, 'contacts', ${contacts(sql`o.id`, sql`o.state`)})`

/** A question `q` to the member as the target of the request `r`. */
export const questionJson = sql`json_build_object(
  'offer_id', q.offer_id, 'request_id', r.id, 'request_title', r.shown_title, 'context', r.context,
  'requester', ${person(sql`r.user_id`)}, 'introducer', ${person(sql`q.introducer`)}, 'state', q.state,
  'answer', (select a.answer from introduction_answers a where a.offer_id = q.offer_id and a.user_id = me()),
  'asked_at', q.asked_at, 'contacts', ${contacts(sql`q.offer_id`, sql`q.state`)})`

/** Everything about offers that the member may know of the request with this id. `sendsMail`: whether we can write to a target outside. */
export const offersOf = (request: Sql, sendsMail: boolean) => sql`
  select json_build_object(
    'offers', (select coalesce(json_agg(${offerJson} order by o.created_at desc, o.id), '[]')
      from (select * from introduction_offers mine where mine.request_id = r.id order by created_at desc, id limit ${literal(MAX_OFFERS)}) row,
        introduction_offers o where o.id = row.id),
    'can_offer', may_offer(r),
    'asked', (select ${questionJson} from my_questions(r.id) q),
    'my_address', case when is_mine(r) or exists (select from my_questions(r.id)) then my_address() end,
    'outside', case when ${sendsMail}::boolean and r.target_profile_id is null
      and exists (select from introduction_offers o where o.request_id = r.id and o.user_id = me() and o.state = 'accepted') then json_build_object(
        'written', (select coalesce(json_agg(m.sent_at order by m.sent_at desc), '[]') from outside_mails m where m.request_id = r.id and m.user_id = me())) end)
  from introduction_requests r where r.id = ${request}`
