import { LAST_ID } from '../../database/list.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { Refusal } from '../../server/errors.ts'
import type { Sort } from './shared/words.ts'

/**
 * What an order goes by before the id, what a cursor holds of it (shared/cursor.ts makes the same), how that is read back, and
 * what the cursor before the first row would hold.
 */
type Key = { of: Sql; held: Sql; read: (value: string) => Sql; first: string }
export type Order = { key?: Key; isDown?: true }

const text = (column: Sql): Key => ({
  of: sql`${column} collate names`,
  held: column,
  read: value => sql`(select ${value}::text)`,
  first: '',
})

/** Ids are given out in order: by id is by date. */
export const orders: Record<Sort, Order> = {
  newest: { isDown: true },
  oldest: {},
  urgent: {
    key: {
      of: sql`urgency_rank(r.urgency)`,
      held: sql`r.urgency`,
      read: value => sql`(select urgency_rank(${value}))`,
      first: 'high',
    },
    isDown: true,
  },
  title: { key: text(sql`r.shown_title`) },
  company: { key: text(sql`r.shown_company`) },
}

export function orderBy({ key, isDown }: Order): Sql {
  const direction = isDown ? sql`desc` : sql`asc`
  return key ? sql`order by ${key.of} ${direction}, r.id ${direction}` : sql`order by r.id ${direction}`
}

/** '12:Meet a dispatcher': the id of a row and what it is sorted by. */
export const placeIn = ({ key }: Order) => (key ? sql`concat(r.id, ':', ${key.held})` : sql`concat(r.id, ':')`)

export function readPlace(after: string): { id: string; value: string } {
  const [, id, value] = /^(\d{1,9}):(.*)$/s.exec(after) ?? []
  if (id === undefined || value === undefined) throw new Refusal(400, 'This page of the list does not exist.')
  return { id, value }
}

/** What comes after that place; without one, everything. */
export function beyond({ key, isDown }: Order, after: string | undefined): Sql {
  const { id, value } = after ? readPlace(after) : { id: isDown ? LAST_ID : 0, value: key?.first ?? '' }
  const than = isDown ? sql`<` : sql`>`
  // Behind a select, unseen by the planner: it then makes one plan for every place, instead of one each time.
  const there = sql`(select ${id}::integer)`
  return key ? sql`(${key.of}, r.id) ${than} (${key.read(value)}, ${there})` : sql`r.id ${than} ${there}`
}
