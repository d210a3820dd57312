import { stepUp } from '../../database/list.ts'
import { sql } from '../../database/sql.ts'
import { read } from '../../server/endpoint.ts'
import { countInvestors, investorNeighbours, listInvestors } from './contract.ts'
import { firstOf, narrowed, orders } from './finding.server.ts'
import { investorJson } from './investor-json.ts'
import { afterCursor, beyond, type Order, pageOf, reversed } from './paging.server.ts'

const list = read(listInvestors, ({ query }) => {
  const order = orders[query.sort]
  const found = firstOf(query, order, afterCursor(order, query.after), stepUp(query.limit + 1))
  return pageOf(found, investorJson, order, query.limit)
})

const count = read(
  countInvestors,
  ({ query }) => sql`select json_build_object(
    'matching', (select count(*) from investors where ${narrowed(query)}), 'total', (select count(*) from investors))`,
)

const neighbours = read(investorNeighbours, ({ params, query }) => {
  const nearest = (order: Order) => {
    const here = order.columns.map(column => sql`(select ${column} from investors where id = ${params.id})`)
    const found = firstOf(query, order, beyond(order, here), 1)
    return sql`(select json_build_object('id', id, 'name', name, 'firm', firm) from (${found}) nearest)`
  }
  const order = orders[query.sort]
  return sql`select json_build_object('previous', ${nearest(reversed(order))}, 'next', ${nearest(order)})
    from investors where id = ${params.id}`
})

export default [list, count, neighbours]
