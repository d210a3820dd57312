import { sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import { search } from '../../database/list/search.ts'
import { read } from '../../server/request/endpoint.ts'
import { listIntroductionRequests } from './contract.ts'
import { orders } from './orders.ts'
import { requestJson, withRequester } from './request-json.ts'

const listed = read(listIntroductionRequests, ({ query: { q, status, mine, sort, limit, after } }) =>
  list({
    from: 'introduction_requests',
    as: 'r',
    order: orders[sort],
    filters: [sql`(${status ?? null}::text is null or r.status = ${status ?? null})`, mine && sql`r.user_id = me()`],
    search: search('introduction_requests', q, { by: 'word', forgives: true }),
    json: requestJson,
    join: withRequester,
    limit,
    after,
  }),
)

export default [listed]
