import { sql } from '../../database/connection/sql.ts'
import { list, rowsOf } from '../../database/list/list.ts'
import { beyond, type Order, reversed } from '../../database/list/order.ts'
import { foundBy } from '../../database/list/search.ts'
import { read } from '../../server/request/endpoint.ts'
import { countInvestors, investorNeighbours, listInvestors } from './contract.ts'
import { narrowed, orders } from './finding.server.ts'
import { investorJson } from './investor-json.ts'

const listed = read(listInvestors, ({ query }) =>
  list({ ...narrowed(query), order: orders[query.sort], json: investorJson, limit: query.limit, after: query.after }),
)

const count = read(countInvestors, ({ query }) => {
  const { filters, search } = narrowed(query)
  return sql`${search?.typed ? sql`with ${search.typed}` : sql``}
    select json_build_object(
      'matching', (select count(*) from investors where ${foundBy(search, filters)}), 'total', (select count(*) from investors))`
})

const neighbours = read(investorNeighbours, ({ params, query }) => {
  const nearest = (order: Order) => {
    const position = order.by.map(([column]) => sql`(select ${column} from investors where id = ${params.id})`)
    const found = rowsOf({ ...narrowed(query), order, start: beyond(order, position), most: 1 })
    return sql`(select json_build_object('id', id, 'name', name, 'firm', firm) from (${found}) nearest)`
  }
  const order = orders[query.sort]
  return sql`select json_build_object('previous', ${nearest(reversed(order))}, 'next', ${nearest(order)})
    from investors where id = ${params.id}`
})

export default [listed, count, neighbours]
