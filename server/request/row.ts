import type { Database, Person, Tx } from '../../database/connection/database.ts'
import { name, nothing, type Sql, sql } from '../../database/connection/sql.ts'
import { notAllowed, notFound, Refusal } from './errors.ts'

type Params = { id?: number }

/** A row that the address names, as `r`: of this table, by its id; or by a condition of its own, such as sql`posts r where r.id = …`. */
export type Row = string | ((params: never) => Sql)

/** What an endpoint says about the rows in its address. */
export type RowOptions = {
  /** The row that is changed or deleted: who can see it and may not change it gets 403, everybody else 404. */
  on?: Row
  /** The row that a new one belongs to. */
  under?: Row
  /** Columns of `on` that the handler needs to know before it changes them. */
  before?: Sql
  /** The version of `on`, where the one of the table is only a part of it. */
  version?: Sql
}

const selected = (row: Row, params: Params) =>
  typeof row === 'string' ? sql`${name(row)} r where r.id = ${params.id}` : row(params as never)

/**
 * Locks the row until the transaction ends, so that of two editors the second always learns of the first. What refers to it, such as a
 * comment, can be written meanwhile (`no key`). Finds a row only where the member may update it. The second statement sees what the
 * first had to wait for, also in other tables.
 */
export const lockOf = ({ on = '', before, version = sql`r.version` }: RowOptions, params: Params): Sql[] => [
  sql`select from ${selected(on, params)} for no key update`,
  sql`select ${version} as version ${before ? sql`, ${before}` : nothing} from ${selected(on, params)}`,
]

/** A write that touched no row. */
export async function deniedOrAbsent(db: Database, row: Row, me: Person, params: Params): Promise<Refusal> {
  return (await db.asMember(me, tx => isSeen(tx, row, params))) ? notAllowed() : notFound()
}

export const isSeen = async (tx: Tx, row: Row, params: Params): Promise<boolean> =>
  (await tx.maybe(sql`select 1 from ${selected(row, params)}`)) !== null

/** What the specified payloads carry along. */
export type Ids = { id?: number; post_id?: number; investor_id?: number; user_id?: number | string }

/**
 * The payloads of the specified calls name their author and their row. The session and the address decide; what the body says must agree.
 * Without an id in the address the row is the member's own profile.
 */
export function otherIds(body: Ids, params: Params, me: Person): Refusal | undefined {
  const mine = typeof body.user_id === 'number' ? me.profile_id : me.user_id
  if (body.user_id !== undefined && body.user_id !== mine) return notAllowed()
  const expected = params.id ?? me.profile_id
  const field = (['id', 'post_id', 'investor_id'] as const).find(
    one => body[one] !== undefined && body[one] !== expected,
  )
  if (!field) return undefined
  if (params.id === undefined) return notAllowed()
  return new Refusal(400, 'The id does not match the address.', { fields: { [field]: 'Does not match the address.' } })
}
