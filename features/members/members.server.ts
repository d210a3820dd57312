import { sql } from '../../database/sql.ts'
import { call, page } from '../../server/boot.ts'
import { read } from '../../server/endpoint.ts'
import { getMember, listMembers, PAGE } from './contract.ts'
import counts from './counts.server.ts'
import profiles from './profiles.server.ts'
import { foundInOrder, hasWords, inOrder } from './search.ts'
import { memberIdOf } from './shared/words.ts'

const MOST = 500

/** The columns of a card, off the view that gives them every name they are read by. */
const card = sql`
  select m.id, m.full_name, m.title, m.company_name, m.company_description, m.company_website, m.industry, m.stage, m.location,
    m.needs, m.can_help_with, m.expertise, m.linkedin_url, m.linkedin, m.twitter_handle, m.avatar_url, m.profile_picture
  from members m where m.id = placed.id`

/** One row more than asked for tells whether there is a next page. */
const list = read(listMembers, ({ query }) => {
  const limit = query.limit ?? MOST
  const find = hasWords(query) ? foundInOrder : inOrder
  return sql`
    with placed as materialized (
      select id, full_name, row_number() over (order by full_name, id) as place from (${find(query, query.after, limit + 1)}) found)
    select coalesce(json_agg((select row_to_json(card) from (${card}) card) order by place) filter (where place <= ${limit}), '[]'),
      case when count(*) > ${limit} then (select id || ':' || full_name from placed where place = ${limit}) end
    from placed`
})

/** A hidden or missing contact is no field at all. */
const one = read(
  getMember,
  ({ params }) => sql`
    select to_jsonb(members) - case when email is null then 'email' else '' end - case when phone is null then 'phone' else '' end
    from members where id = ${params.id}`,
  { absent: 'Member not found' },
)

export default [...counts, ...profiles, list, one]

/** The cards come with the page; the counts, which take longer in a large community, do not. */
export const preloads = [
  page('/members', ({ searchParams }) => {
    const { q, industry, stage } = Object.fromEntries(searchParams)
    return [call(listMembers, { q, industry, stage, limit: PAGE })]
  }),
  page('/members/:id', url => [call(getMember, { id: memberIdOf(url.pathname) })]),
  page('/member/:id', url => [call(getMember, { id: memberIdOf(url.pathname) })]),
]
