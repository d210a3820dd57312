import { join, type Sql, sql } from '../../database/connection/sql.ts'
import { literal, textLiteral } from '../../database/list/limit.ts'
import { read } from '../../server/request/endpoint.ts'
import { getForMe, MAX_COULD_HELP, type WaitingKind } from './contract.ts'

const MAX_WAITING = literal(50)
/** Requests that I could help with are sought among so many of the newest open ones. The page of requests shows all. */
const NEWEST = literal(200)

const nameOf = (account: Sql) => sql`coalesce((select p.full_name from profiles p where p.user_id = ${account}), '')`

/** I have offered or commented: what I was asked is answered. */
const hasReacted = sql`(exists (select from introduction_offers o where o.request_id = r.id and o.user_id = me())
  or exists (select from introduction_comments c where c.request_id = r.id and c.user_id = me()))`

type Row = { person?: Sql; other?: Sql; more?: Sql; at: Sql; from: Sql }
const none = sql`null::text`
/** `from` has the request as `r`. */
const waits = (kind: WaitingKind, { person = none, other = none, more = literal(0), at, from }: Row) => sql`
  (select ${textLiteral(kind)} as kind, r.id as request_id, r.shown_title as request_title, ${person} as person, ${other} as other,
      ${more}::integer as more, ${at} as at
    from ${from} order by at desc limit ${MAX_WAITING})`

/** Read with the rights of the member: offers of others, and what others answered, are not in these rows. */
const waiting = join(
  [
    waits('offer', {
      person: nameOf(sql`offers.newest`),
      more: sql`offers.count - 1`,
      at: sql`offers.at`,
      from: sql`introduction_requests r cross join lateral (
          select count(*) as count, max(o.created_at) as at, (array_agg(o.user_id order by o.created_at desc, o.id))[1] as newest
          from introduction_offers o where o.request_id = r.id and o.state = 'open' and may_accept(o)) offers
        where r.user_id = me() and offers.count > 0`,
    }),
    waits('question', {
      person: nameOf(sql`r.user_id`),
      other: nameOf(sql`q.introducer`),
      at: sql`q.asked_at`,
      from: sql`my_questions() q join introduction_requests r on r.id = q.request_id
        where q.state = 'asked' and not exists (select from introduction_answers a where a.offer_id = q.offer_id and a.user_id = me())`,
    }),
    // Not while our mail to the target waits for their answer.
    waits('report', {
      person: nameOf(sql`r.user_id`),
      other: sql`r.shown_person`,
      at: sql`o.asked_at`,
      from: sql`introduction_offers o join introduction_requests r on r.id = o.request_id
        where o.user_id = me() and may_move(o, 'agreed', 'offerer') and is_enabled(r.user_id) and not exists (
          select from outside_mails m where m.request_id = r.id and m.user_id = me() and m.sent_at >= o.asked_at)`,
    }),
    waits('met', {
      person: sql`coalesce(nullif(${nameOf(sql`case i.my_part when 'requester' then i.target else i.requester end`)}, ''),
        case i.my_part when 'requester' then r.shown_person end)`,
      at: sql`x.asked_at`,
      from: sql`introduction_outcomes x join my_introductions() i on i.offer_id = x.offer_id join introduction_requests r on r.id = i.request_id
        where x.user_id = me() and x.answer is null`,
    }),
    waits('still_looking', {
      at: sql`r.quiet_since`,
      from: sql`introduction_requests r where r.user_id = me() and r.quiet_since is not null`,
    }),
    waits('asked', {
      person: nameOf(sql`r.user_id`),
      other: sql`r.shown_person`,
      at: sql`a.at`,
      from: sql`asked a join introduction_requests r on r.id = a.thread_id::integer
        where may_offer(r) and r.quiet_since is null and not ${hasReacted} and r.user_id <> all ((select muted from mine)::uuid[])`,
    }),
  ],
  ' union all ',
)

const isOpen = sql`status in ('pending', 'in_progress', 'approved') and quiet_since is null`

const couldHelp = sql`
  select r.id, r.shown_title as request_title, ${nameOf(sql`r.user_id`)} as user_name, r.shown_person as target_person,
    array(select distinct area from unnest(r.help_areas) area where area = any ((select areas from mine)::text[]) order by area) as areas,
    coalesce(r.target_investor_id = any ((select investors from mine)::integer[]), false) as knows_target
  from (select id from introduction_requests where ${isOpen} order by id desc limit ${NEWEST}) newest
    join introduction_requests r on r.id = newest.id
  where could_help(r, (select areas from mine), (select investors from mine), (select muted from mine)) and not ${hasReacted}
    and not exists (select from waiting w where w.request_id = r.id)
  order by r.id desc limit ${literal(MAX_COULD_HELP)}`

/** `asked`: the requests about which I was asked whether I can make the introduction; after two weeks my silence is the answer. */
const forMe = read(
  getForMe,
  () => sql`
    with mine as materialized (select * from my_help()),
    asked as materialized (
      select thread_id, max(latest_at) as at from notifications
      where user_id = me() and thread_kind = 'request' and kind in ('asked_to_introduce', 'asked_by_name') and latest_at > now() - interval '14 days'
      group by thread_id),
    waiting as materialized (select * from (${waiting}) every order by at desc, request_id desc, kind limit ${MAX_WAITING}),
    could_help as (${couldHelp})
    select json_build_object(
      'waiting', (select coalesce(json_agg(w order by w.at desc, w.request_id desc, w.kind), '[]') from waiting w),
      'could_help', (select coalesce(json_agg(c order by c.id desc), '[]') from could_help c))`,
)

export default [forMe]
