import { setGiven, sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import { type Search, search } from '../../database/list/search.ts'
import { read, write } from '../../server/request/endpoint.ts'
import {
  addInvestor,
  deleteInvestor,
  findInvestors,
  getInvestor,
  similarInvestors,
  updateInvestor,
} from './contract.ts'
import { orders } from './finding.server.ts'
import { investorJson } from './investor-json.ts'

const get = read(getInvestor, ({ params }) => sql`select ${investorJson} from investors where id = ${params.id}`)

const add = write(
  addInvestor,
  ({ me, body }) => sql`
    insert into investors (name, title, firm, email, website, linkedin, twitter, focus, stage, check_size, description,
        notes, user_id)
      values (${body.name}, ${body.title ?? ''}, ${body.firm}, ${body.email ?? ''}, ${body.website ?? ''},
        ${body.linkedin ?? ''}, ${body.twitter ?? ''}, ${body.focus ?? []}, ${body.stage ?? []}, ${body.check_size ?? ''},
        ${body.description ?? ''}, ${body.notes ?? ''}, ${me.user_id})
      returning ${investorJson}`,
)

const columns = [
  'name',
  'title',
  'firm',
  'email',
  'website',
  'linkedin',
  'twitter',
  'focus',
  'stage',
  'check_size',
  'description',
  'notes',
] as const

const on = 'investors'
const update = write(
  updateInvestor,
  ({ params, body }) => sql`
    update investors set ${setGiven(columns, body)} where id = ${params.id} returning ${investorJson}`,
  { on },
)

const remove = write(deleteInvestor, ({ params }) => sql`delete from investors where id = ${params.id} returning id`, {
  on,
})

/**
 * Name and firm must both be similar: partners of one firm, or people with the same name at two firms, are different investors. Nothing is
 * similar to a name without trigrams, such as '%%%', but the index would be scanned as a whole.
 */
const similar = read(
  similarInvestors,
  ({ query: { name, firm } }) => sql`
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'firm', firm)), '[]') from (
      select id, name, firm from investors
      where show_trgm(${name}) <> '{}' and show_trgm(${firm}) <> '{}'
        and name % ${name} and firm % ${firm} and similarity(name, ${name}) >= 0.4 and similarity(firm, ${firm}) >= 0.4
      order by similarity(name, ${name}) + similarity(firm, ${firm}) desc, id limit 3) alike`,
)

/** A search of names and firms: the first two lines of search_text. */
function byName(q: string): Search | undefined {
  const found = search('investors', q, { by: 'word' })
  const isNamed = sql`split_part(search_text, E'\\n', 1) || ' ' || split_part(search_text, E'\\n', 2) like all ((select patterns from typed)::text[])`
  return (
    found && {
      ...found,
      matches: isNamed,
      ids: sql`select id from (${found.ids}) found join investors using (id) where ${isNamed}`,
    }
  )
}

const named = read(findInvestors, ({ query: { q, limit } }) =>
  list({
    from: 'investors',
    order: orders.name,
    filters: [!q.trim() && sql`false`],
    search: byName(q),
    json: sql`json_build_object('id', id, 'name', name, 'firm', firm, 'title', title)`,
    limit,
  }),
)

export default [named, similar, get, add, update, remove]
