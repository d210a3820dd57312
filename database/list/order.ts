import { join, Sql, sql } from '../connection/sql.ts'
import { decodeCursor, type Type } from './cursor.ts'

/** The minimum and maximum of each type. */
const bounds: Record<Type, [string, string]> = {
  integer: ['-2147483648', '2147483647'],
  float8: ['-infinity', 'infinity'],
  date: ['-infinity', 'infinity'],
  timestamptz: ['-infinity', 'infinity'],
  time: ['00:00', '24:00'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  text: ['', '\u{10ffff}'],
}

/**
 * The columns that a list is ordered by: all ascending or all descending, so that one row comparison implements the keyset cursor. The last
 * column is unique. Each order has an index.
 */
export type Order = { by: readonly [column: Sql, type: Type][]; descending?: boolean }

export const reversed = (order: Order): Order => ({ ...order, descending: !order.descending })

export const columnsOf = ({ by }: Order) => join(by.map(([column]) => column))

export const orderBy = ({ by, descending }: Order) =>
  join(by.map(([column]) => (descending ? sql`${column} desc` : column)))

/** The rows after the one with these values. */
export const beyond = (order: Order, values: Sql[]) =>
  sql`(${columnsOf(order)}) ${order.descending ? sql`<` : sql`>`} (${join(values)})`

/** The rows after a cursor, or all rows without one. The text of the statement is the same. */
export function after(order: Order, cursor: string | undefined): Sql {
  const types = order.by.map(([, type]) => type)
  const start = () => types.map(type => bounds[type][order.descending ? 1 : 0])
  const values = cursor === undefined ? start() : decodeCursor(cursor, types)
  // In a subselect, which hides the value from the planner, so that one generic plan is reused.
  return beyond(
    order,
    values.map((value, i) => sql`(select ${value}::${new Sql([types[i] ?? ''], [])})`),
  )
}
