import { join, type Sql, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { countInvestors, investorNeighbours, listInvestors } from './contract.ts'
import { find, narrowed, orders, planForTheseValues } from './finding.server.ts'
import { investorJson } from './investor-json.ts'
import { afterCursor, beyond, linkToNext, type Order, readPage, reversed } from './paging.server.ts'
import { cursorOf } from './shared/cursor.ts'

async function list({ tx, http, query }: Request<typeof listInvestors>) {
  const { limit, after, sort, ...narrowing } = query
  const order = orders[sort]
  const wanted = { narrowing, order, start: afterCursor(order, after), most: limit + 1 }
  const page = await find(tx, wanted, investors =>
    readPage<Parameters<typeof cursorOf>[0]>(
      tx,
      sql`select ${investorJson} as row from (${investors}) investors`,
      limit,
    ),
  )
  linkToNext(http, page, last => [listInvestors, { ...query, after: cursorOf(last, sort) }])
  return page.list
}

async function count({ tx, query }: Request<typeof countInvestors>) {
  await planForTheseValues(tx)
  return tx.json(sql`select json_build_object(
    'matching', (select count(*) from investors where ${narrowed(query)}), 'total', (select count(*) from investors))`)
}

type Named = { id: number; name: string; firm: string }

async function neighbours({ tx, params, query }: Request<typeof investorNeighbours>) {
  const { sort, ...narrowing } = query
  const here = await tx.one<{ place: unknown[] }>(sql`
    select json_build_array(${join(orders[sort].columns)}) as place from investors where id = ${params.id}`)
  const nearest = async (order: Order): Promise<Named | null> => {
    const read = async (investors: Sql) => {
      const rows = await tx.rows<Named>(sql`select id, name, firm from (${investors}) investors`)
      return { rows, count: rows.length }
    }
    const { rows } = await find(tx, { narrowing, order, start: beyond(order, here.place), most: 1 }, read)
    return rows[0] ?? null
  }
  return { previous: await nearest(reversed(orders[sort])), next: await nearest(orders[sort]) }
}

export default [handle(listInvestors, list), handle(countInvestors, count), handle(investorNeighbours, neighbours)]
