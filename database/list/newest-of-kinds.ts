import { join, type Sql, sql } from '../connection/sql.ts'
import { literal, roundUp, textLiteral } from './limit.ts'
import { pageOf } from './list.ts'
import { after, type Order, orderBy } from './order.ts'

const newestFirst: Order = {
  by: [
    [sql`created_at`, 'timestamptz'],
    [sql`id`, 'integer'],
    [sql`kind`, 'text'],
  ],
  descending: true,
}

type NewestOfKinds<Kind extends string> = {
  kinds: readonly Kind[]
  /** Only this kind. */
  kind: Kind | undefined
  /** The rows of a kind in a view: its name and conditions. */
  rowsOf: (kind: Kind) => Sql
  json: Sql
  limit: number
  after: string | undefined
}

/**
 * One page of a view with rows of several kinds, newest first. Each kind is read in the order of its index; one that the filter excludes is
 * not read at all.
 */
export function newestOfKinds<Kind extends string>({
  kinds,
  kind,
  rowsOf,
  json,
  limit,
  after: cursor,
}: NewestOfKinds<Kind>): Sql {
  const inOrder = sql`order by ${orderBy(newestFirst)} limit ${literal(roundUp(limit + 1))}`
  const latestOf = (listed: Kind) => sql`(select * from ${rowsOf(listed)}
    and (select coalesce(${kind ?? null}, ${textLiteral(listed)}) = ${textLiteral(listed)}) and ${after(newestFirst, cursor)} ${inOrder})`
  return pageOf({
    rows: sql`select * from (${join(kinds.map(latestOf), ' union all ')}) latest ${inOrder}`,
    order: newestFirst,
    json,
    limit,
  })
}

/** The rows of one kind. It is a literal, so that the planner skips the other tables of the view. */
export const ofKind = (kind: string) => sql`kind = ${textLiteral(kind)}`
