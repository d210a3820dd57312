import { join, Sql, sql } from '../../database/connection/sql.ts'
import { roundUp } from '../../database/list/limit.ts'
import { pageOf } from '../../database/list/list.ts'
import { byRelevance, rankedRows, typedQuery } from '../../database/list/ranked.ts'
import { call, page } from '../../server/pages/boot.ts'
import { read } from '../../server/request/endpoint.ts'
import { type Kind, kinds, searchCommunity, searchListing } from './contract.ts'

type Searched = Omit<Parameters<typeof rankedRows>[0], 'most' | 'after'>

/** Where each kind is searched. All rows of these tables may be read by every member. */
const tables: Record<Kind, Searched> = {
  // As in the directory: profiles without a name are not listed.
  member: { from: 'profiles', text: 'search_text', filters: [sql`full_name <> ''`] },
  investor: { from: 'investors', text: 'word_text' },
  event: { from: 'events', text: 'word_text' },
  topic: { from: 'posts', text: 'search_text', words: 'words' },
  request: { from: 'introduction_requests', text: 'search_text' },
  resource: { from: 'resources', text: 'word_text' },
  reply: { from: 'comments', words: 'words' },
}

const hitJson = (q: string, kind: Sql) => sql`hit_json(${kind}, page.id, (select search_words(${q})))`
const textLiteral = (text: Kind) => new Sql([`'${text}'`], [])

const pageOfKind = (q: string, kind: Kind, limit: number, after: string | undefined) =>
  pageOf({
    rows: sql`with ${typedQuery(q)} select * from (${rankedRows({ ...tables[kind], most: roundUp(limit + 1), after })}) ranked`,
    order: byRelevance,
    json: hitJson(q, textLiteral(kind)),
    limit,
  })

/** So many of each kind are compared with those of the others. */
const MOST_OF_A_KIND = roundUp(1)
/** So many hits of a kind count as much as one rank: after them, the next worse hits of other kinds come first. */
const HITS_A_RANK = 3

const best = (q: string, limit: number) =>
  pageOf({
    rows: sql`
      with ${typedQuery(q)}
      select kind, id, 0 as tier, '' as title_start, 0 as newest from (
        select *, row_number() over (partition by kind order by rank, title_start, newest) as nth from (
          ${join(
            kinds.map(
              (kind, i) => sql`select ${textLiteral(kind)} as kind, ${i}::integer as kind_place, found.* from
                (${rankedRows({ ...tables[kind], most: MOST_OF_A_KIND })}) found`,
            ),
            ' union all ',
          )}) hits) numbered
      order by rank + (nth - 1) / ${HITS_A_RANK}, kind_place, nth limit ${limit}`,
    order: byRelevance,
    json: hitJson(q, sql`kind`),
    limit,
  })

const found = read(searchCommunity, ({ query: { q, kind, limit, after } }) => {
  if (!q) return sql`select '[]' as list, null as next`
  return kind ? pageOfKind(q, kind, limit, after) : best(q, limit)
})

export default [found]

export const preloads = [
  page('/search', ({ searchParams }) => {
    const listing = searchListing(Object.fromEntries(searchParams))
    return listing.q ? [call(searchCommunity, listing)] : []
  }),
]
