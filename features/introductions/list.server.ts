import { type Sql, sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import { type Search, search } from '../../database/list/search.ts'
import { type Request, read } from '../../server/request/endpoint.ts'
import { listIntroductionRequests, listOpenIntroductionRequests } from './contract.ts'
import { orders } from './orders.ts'
import { requestJson, withRequester } from './request-json.ts'

/** As in the partial indexes. */
const isOpen = sql`r.status in ('pending', 'in_progress', 'approved')`
const isWaiting = sql`${isOpen} and r.quiet_since is null`
const couldHelp = (mine: Sql) =>
  sql`could_help(r, (select areas from ${mine}), (select investors from ${mine}), (select muted from ${mine}))`
const fits = couldHelp(sql`mine`)

/** 'I could help', as a search: many requests fit some members, and few or none fit others. */
const help: Search = {
  typed: sql`mine as materialized (select * from my_help())`,
  matches: fits,
  ids: sql`
    select id from introduction_requests r where ${isWaiting} and help_areas && (select areas from mine) and ${fits}
    union select id from introduction_requests r where target_investor_id = any ((select investors from mine)::integer[]) and ${fits}`,
}

type Query = Request<typeof listIntroductionRequests>['query']
const filtersOf = ({ q, status, mine: onlyMine, show }: Query) => [
  sql`(${status ?? null}::text is null or r.status = ${status ?? null})`,
  onlyMine && sql`r.user_id = me()`,
  show === 'unanswered' && sql`r.status = 'pending' and r.comments_count = 0`,
  show === 'help' && (q ? sql`${isWaiting} and ${couldHelp(sql`my_help()`)}` : isWaiting),
]

const listed = read(listIntroductionRequests, ({ query }) =>
  list({
    from: 'introduction_requests',
    as: 'r',
    order: orders[query.sort],
    filters: filtersOf(query),
    search:
      search('introduction_requests', query.q, { by: 'word', forgives: true }) ??
      (query.show === 'help' ? help : undefined),
    json: requestJson,
    join: withRequester,
    limit: query.limit,
    after: query.after,
  }),
)

const MAX_OPEN = 20

const open = read(listOpenIntroductionRequests, ({ query: { investor, member } }) =>
  list({
    from: 'introduction_requests',
    as: 'r',
    order: orders.newest,
    filters: [
      isOpen,
      // Who left or is disabled cannot be introduced to anybody.
      sql`is_enabled(r.user_id)`,
      investor
        ? sql`r.target_investor_id = ${investor}`
        : sql`r.target_profile_id = ${member ?? null} and (r.user_id = me() or r.target_profile_id = my_profile_id())`,
    ],
    json: requestJson,
    join: withRequester,
    limit: MAX_OPEN,
  }),
)

export default [listed, open]
