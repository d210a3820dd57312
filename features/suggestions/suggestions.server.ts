import { idIn } from '../../contract/ids.ts'
import type { Database } from '../../database/connection/database.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import type { Job } from '../../server/jobs/job.ts'
import { call, page } from '../../server/pages/boot.ts'
import { type Parsed, read } from '../../server/request/endpoint.ts'
import { getInvestor } from '../investors/contract.ts'
import { getMember } from '../members/contract.ts'
import { listAskedMembers, listSuggestions, MAX_SUGGESTED } from './contract.ts'

/** At most so many members with one reason are compared, and so many accounts on each side are looked at for who can help. */
const MOST = literal(20)
const NEIGHBOURS = literal(60)
const SUGGESTED = literal(MAX_SUGGESTED)
/** So many areas are shown of what a member can help with. */
const MAX_AREAS = literal(3)

type Query = Parsed<typeof listSuggestions>['query']

/** Whether they want to be asked does not matter here: nobody learns that. */
const isSuggestable = (target: Sql) => sql`
  p.full_name <> '' and p.user_id <> (select me()) and p.id is distinct from ${target} and is_enabled(p.user_id)
  and not exists (select from mutes m where m.user_id = (select me()) and m.muted_id = p.id)`

/**
 * First those with a reason that is about the target (`known`). If they are fewer than five, those who can help with what the request looks
 * for, or work in the target's industry: among the accounts around a place that depends on requester and target, so that not everybody is
 * shown the same members (`near`), and if even there are too few, by the index (`rare`).
 * Reads only what all members see: no quiet ties, no private comments, not who wants to be asked (docs/decisions/suggestions.md).
 */
const suggestions = ({ investor = null, member = null }: { [name in keyof Query]: Query[name] | null }) => {
  // In subselects, which hide the values from the planner, so that one generic plan is reused.
  const [investorId, memberId] = [sql`(select ${investor}::integer)`, sql`(select ${member}::integer)`]
  return sql`
  with request as materialized (
    select array(select 'Funding' where ${investorId} is not null)
        || (select coalesce(needs, '{}') from profiles where user_id = me()) || array['Introductions'] as areas,
      md5(concat_ws(' ', me(), ${investorId}, ${memberId}))::uuid as place,
      (select plain(company_name) from profiles where id = ${memberId} and company_name <> '') as company,
      (select industry from profiles where id = ${memberId} and industry not in ('', 'Other')) as industry
  ), said as (
    (select p.id, t.kind as reason from investor_ties t join profiles p on p.user_id = t.user_id
      where t.investor_id = ${investorId} and t.shown = 'named' order by tie_rank(t.kind), t.user_id limit ${MOST})
    union (select user_id, 'commented' from (select user_id from investor_comments
      where investor_id = ${investorId} and not is_private order by created_at desc, id desc limit ${MOST}) comments)
    union select p.id, 'added' from investors i join profiles p on p.user_id = i.user_id where i.id = ${investorId}
    -- The offset: the index of companies must be used, not that of ids.
    union (select id, 'company' from (select id from profiles
      where company_name <> '' and plain(company_name) = (select company from request) offset 0) colleagues order by id limit ${MOST})
  ), known as materialized (
    select about.id, p.user_id, reasons from (
        select id, array_agg(reason order by reason_points(reason) desc, reason) as reasons from said group by id) about
      cross join lateral (select user_id from profiles p where p.id = about.id and ${isSuggestable(memberId)} offset 0) p
  ), near as materialized (
    select id, user_id from (
      (select id, user_id, can_help_with, industry from profiles
        where user_id >= (select place from request) and (select count(*) < ${SUGGESTED} from known) order by user_id limit ${NEIGHBOURS})
      union all (select id, user_id, can_help_with, industry from profiles
        where user_id < (select place from request) and (select count(*) < ${SUGGESTED} from known) order by user_id desc limit ${NEIGHBOURS})
    ) neighbours
    where can_help_with && (select areas from request) or industry = (select industry from request)
  ), rare as materialized (
    select * from (select id, user_id from profiles where can_help_with && (select areas from request)
      and (select count(*) < ${SUGGESTED} from (select id from known union select id from near) found) offset 0) found limit ${NEIGHBOURS}
  ), candidate as (
    select id, user_id from known union select id, user_id from near union select id, user_id from rare
  ), ranked as (
    select c.id, why.reasons, help.areas, row_number() over (
        order by (select coalesce(sum(reason_points(reason)), 0) from unnest(why.reasons) reason) + 4 * cardinality(help.areas) desc,
          c.user_id < (select place from request), c.user_id) as rank
    -- Here the offsets compute areas and reasons once, not once for the order and once for the reply.
    from candidate c cross join lateral (select industry, can_help_with from profiles where id = c.id offset 0) p
      cross join lateral (select array(select area from unnest(p.can_help_with) area where area = any ((select areas from request)::text[])
          order by array_position((select areas from request), area) limit ${MAX_AREAS}) as areas offset 0) help
      cross join lateral (
        select coalesce((select reasons from known where known.id = c.id), '{}')
          || array(select 'industry' where p.industry = (select industry from request)) as reasons offset 0) why
  ), best as (
    select r.*, p.full_name, p.avatar_url, p.title, p.company_name
    -- The offsets keep the order and look up single rows: of many members who can help, only the first few are checked.
    from (select * from ranked order by rank offset 0) r cross join lateral (
      select * from profiles p where p.id = r.id and ${isSuggestable(memberId)} offset 0) p
    order by r.rank limit ${SUGGESTED}
  )
  select coalesce(json_agg(json_build_object('id', id, 'full_name', full_name, 'profile_picture', avatar_url, 'title', title,
      'company_name', company_name, 'reasons', reasons, 'can_help_with', areas) order by rank), '[]') from best`
}

const asked = read(
  listAskedMembers,
  ({ params: { id } }) => sql`
    select (select coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name, 'profile_picture', p.avatar_url)
        order by p.full_name, p.id), '[]') from introduction_asks a join profiles p on p.id = a.asked_id where a.request_id = r.id)
    from introduction_requests r where r.id = ${id} and is_mine(r)`,
)

/** Tells the members whom the requester of a request asked by name. */
export const notifyAskedMembers = (db: Pick<Database, 'asSystem'>, requestId: number): Promise<number> =>
  db.asSystem(tx => tx.run(sql`select notify_asked_members(${requestId})`))

export const jobs: Job[] = [
  { queue: 'asking_members', run: ({ db }, data) => notifyAskedMembers(db, Number((data as { id: number }).id)) },
]

export const preloads = [
  page('/create-introduction-request', ({ searchParams }) => {
    const target = targetIn(searchParams)
    const { member, investor } = target
    const picked = member ? [call(getMember, { id: member })] : investor ? [call(getInvestor, { id: investor })] : []
    return [...picked, call(listSuggestions, target)]
  }),
]

/** As the form reads its URL: a member, or else an investor. */
function targetIn(params: URLSearchParams): Query {
  const [member, investor] = [idIn(params.get('member') ?? ''), idIn(params.get('investor') ?? '')]
  return member ? { member } : investor ? { investor } : {}
}

export default [read(listSuggestions, ({ query }) => suggestions(query)), asked]
