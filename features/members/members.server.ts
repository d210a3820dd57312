import { Json } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { Refusal } from '../../server/errors.ts'
import { afterMember, getMember, listMembers } from './contract.ts'
import counts from './counts.server.ts'
import profiles from './profiles.server.ts'
import { chosen, closely, exactly, foundInOrder, hasWords, inOrder, later } from './search.ts'

const MOST = 500

/** The columns of a card, off the view that gives them every name they are read by. */
const card = sql`
  m.id, m.full_name, m.title, m.company_name, m.company_description, m.company_website, m.industry, m.stage, m.location, m.needs,
  m.can_help_with, m.expertise, m.linkedin_url, m.linkedin, m.twitter_handle, m.avatar_url, m.profile_picture`

type Page = { cards: string; last_id: number | null; last_name: string | null }

async function list({ tx, query, http }: Request<typeof listMembers>) {
  const limit = query.limit ?? MOST
  const here = [...chosen(query), ...later(query.after)]

  /** One row more than asked for tells whether there is a next page. */
  const read = (ids: ReturnType<typeof inOrder>) =>
    tx.one<Page>(sql`
      with found as (${ids}),
      placed as (select id, full_name, row_number() over (order by full_name, id) as place from found)
      select coalesce((select json_agg(row_to_json(c) order by c.full_name, c.id) from (
          select ${card} from placed join members m on m.id = placed.id where place <= ${limit}) c), '[]')::text as cards,
        edge.id as last_id, edge.full_name as last_name
      from (select) nothing left join placed edge on edge.place = ${limit} and exists (select from placed where place > ${limit})`)

  let page = await read(hasWords(query) ? foundInOrder(here, exactly(query), limit + 1) : inOrder(here, limit + 1))
  if (page.cards === '[]' && hasWords(query) && !(query.after && (await anyMatches())))
    page = await read(foundInOrder(here, closely(query), limit + 1))

  if (page.last_id !== null && page.last_name !== null) {
    const after = afterMember({ id: page.last_id, full_name: page.last_name })
    const next = new URLSearchParams({ ...given(query), limit: String(limit), after })
    http.setHeader('link', `</api/members?${next}>; rel="next"`)
  }
  return new Json(page.cards)

  /** An empty page may be the end of exact matches, which does not make the close ones begin. */
  async function anyMatches(): Promise<boolean> {
    const first = await tx.maybe(foundInOrder(chosen(query), exactly(query), 1))
    return first !== null
  }
}

const given = ({ q, industry, stage }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries({ q, industry, stage }).filter(([, value]) => value)) as Record<string, string>

/** A hidden or missing contact is no field at all. */
async function read({ tx, params }: Request<typeof getMember>) {
  const found = await tx.maybe<{ member: string }>(sql`
    select (to_jsonb(members) - case when email is null then 'email' else '' end - case when phone is null then 'phone' else '' end)::text
      as member from members where id = ${params.id}`)
  if (!found) throw new Refusal(404, 'Member not found')
  return new Json(found.member)
}

export default [...counts, ...profiles, handle(listMembers, list), handle(getMember, read)]
