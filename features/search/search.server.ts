import { join, name, type Sql, sql } from '../../database/connection/sql.ts'
import { roundUp, textLiteral } from '../../database/list/limit.ts'
import { pageOf } from '../../database/list/list.ts'
import { byRelevance, CLOSE, closeRows, rankedRows, typedQuery } from '../../database/list/ranked.ts'
import { call, page } from '../../server/pages/boot.ts'
import { read } from '../../server/request/endpoint.ts'
import { type Kind, kinds, readRecent, searchCommunity, searchListing } from './contract.ts'

type Searched = Omit<Parameters<typeof rankedRows>[0], 'most' | 'after'>

/** Where each kind is searched. All rows of these tables may be read by every member. */
const tables: Record<Kind, Searched> = {
  // As in the directory: profiles without a name are not listed.
  member: { from: 'profiles', text: 'word_text', filters: [sql`full_name <> ''`] },
  investor: { from: 'investors', text: 'word_text' },
  event: { from: 'events', text: 'word_text' },
  topic: { from: 'posts', text: 'search_text', words: 'words' },
  request: { from: 'introduction_requests', text: 'search_text' },
  resource: { from: 'resources', text: 'word_text' },
  reply: { from: 'comments', words: 'words' },
}

const hitJson = (q: string, kind: Sql) =>
  sql`hit_json(${kind}, page.id, (select search_words(${q})), page.tier = ${CLOSE}::integer)`

/** Typing errors are tolerated if nothing else is found. */
function pageOfKind(q: string, kind: Kind, limit: number, after: string | undefined) {
  const rows = { ...tables[kind], most: roundUp(limit + 1), after }
  const close = closeRows(rows, sql`not exists (select from exact)`)
  return pageOf({
    rows: sql`with ${typedQuery(q)}, exact as materialized (${rankedRows(rows)})
      select * from exact ${close ? sql`union all ${close}` : sql``}`,
    order: byRelevance,
    json: hitJson(q, textLiteral(kind)),
    limit,
  })
}

/** So many of each kind are compared with those of the others. */
const MOST_OF_A_KIND = roundUp(1)
/** So many hits of a kind count as much as one rank: after them, the next worse hits of other kinds come first. */
const HITS_A_RANK = 3

/** Typing errors are tolerated if no kind has a hit without them. */
function best(q: string, limit: number) {
  const rows = (kind: Kind) => ({ ...tables[kind], most: MOST_OF_A_KIND })
  const hits = (kind: Kind) => name(`${kind}_hits`)
  const exact = kinds.map(kind => sql`${hits(kind)} as materialized (${rankedRows(rows(kind))})`)
  const noHit = kinds.map(kind => sql`not exists (select from ${hits(kind)})`)
  const ofKind = (kind: Kind, i: number) => {
    const close = closeRows(rows(kind), sql`(select yes from tolerant)`)
    return sql`select ${textLiteral(kind)} as kind, ${i}::integer as kind_place, found.* from
      (select * from ${hits(kind)} ${close ? sql`union all ${close}` : sql``}) found`
  }
  return pageOf({
    rows: sql`
      with ${typedQuery(q)}, ${join(exact)}, tolerant as materialized (select ${join(noHit, ' and ')} as yes)
      select kind, id, tier, '' as title_start, 0 as newest from (
        select *, row_number() over (partition by kind order by rank, title_start, newest) as nth
        from (${join(kinds.map(ofKind), ' union all ')}) hits) numbered
      order by rank + (nth - 1) / ${HITS_A_RANK}, kind_place, nth limit ${limit}`,
    order: byRelevance,
    json: hitJson(q, sql`kind`),
    limit,
  })
}

const found = read(searchCommunity, ({ query: { q, kind, limit, after } }) => {
  if (!q) return sql`select '[]' as list, null as next`
  return kind ? pageOfKind(q, kind, limit, after) : best(q, limit)
})

const recent = read(
  readRecent,
  ({ query: { hits } }) => sql`
    select coalesce(json_agg(hit order by place), '[]') from (
      select place, hit_json(split_part(opened, '-', 1), split_part(opened, '-', 2)::integer, '{}', false) as hit
      from unnest(string_to_array(${hits}, ',')) with ordinality as o (opened, place)) current where hit ->> 'title' <> ''`,
)

export default [found, recent]

export const preloads = [
  page('/search', ({ searchParams }) => {
    const listing = searchListing(Object.fromEntries(searchParams))
    return listing.q ? [call(searchCommunity, listing)] : []
  }),
]
