import type { Database, Person, Tx } from '../../database/connection/database.ts'
import { name, nothing, type Sql, sql } from '../../database/connection/sql.ts'
import { notAllowed, notFound, Refusal } from './errors.ts'

type Params = { id?: number }

/** The row in the URL, with the alias `r`: a table name (found by `id`), or a custom `from` clause such as sql`posts r where r.id = …`. */
type Row = string | ((params: never) => Sql)

/** Options for endpoints with a row in the URL. */
export type RowOptions = {
  /** The row that is updated or deleted. When it is not written: 403 if the member can see it, otherwise 404. */
  on?: Row
  /** The parent row of a new row. */
  under?: Row
  /** Columns of `on` that the handler reads before it changes the row. */
  before?: Sql
  /** The version of `on`, when it is more than the column `version`. */
  version?: Sql
}

const selected = (row: Row, params: Params) =>
  typeof row === 'string' ? sql`${name(row)} r where r.id = ${params.id}` : row(params as never)

/**
 * Locks the row until the transaction ends, so that concurrent edits are compared one after the other. `no key`: rows that refer to it,
 * such as comments, can still be inserted. Row-level security returns the row only if the member may update it. A second statement
 * reads the values, since its snapshot includes what the first one waited for, also in other tables.
 */
export const lockOf = ({ on = '', before, version = sql`r.version` }: RowOptions, params: Params): Sql[] => [
  sql`select from ${selected(on, params)} for no key update`,
  sql`select ${version} as version ${before ? sql`, ${before}` : nothing} from ${selected(on, params)}`,
]

/** The error for a write that affected no row. */
export async function forbiddenOrNotFound(db: Database, row: Row, me: Person, params: Params): Promise<Refusal> {
  return (await db.asMember(me, tx => isVisible(tx, row, params))) ? notAllowed() : notFound()
}

export const isVisible = async (tx: Tx, row: Row, params: Params): Promise<boolean> =>
  (await tx.maybe(sql`select 1 from ${selected(row, params)}`)) !== null

/** Ids that request bodies repeat, as specified. */
export type Ids = { id?: number; post_id?: number; investor_id?: number; user_id?: number | string }

/**
 * Request bodies repeat the ids of their author and their row, as specified. The session and the URL decide; ids in the body must match
 * them. Without an id in the URL, the row is the member's own profile.
 */
export function idMismatch(body: Ids, params: Params, me: Person): Refusal | undefined {
  const mine = typeof body.user_id === 'number' ? me.profile_id : me.user_id
  if (body.user_id !== undefined && body.user_id !== mine) return notAllowed()
  const expected = params.id ?? me.profile_id
  const field = (['id', 'post_id', 'investor_id'] as const).find(
    name => body[name] !== undefined && body[name] !== expected,
  )
  if (!field) return undefined
  if (params.id === undefined) return notAllowed()
  return new Refusal(400, 'The id does not match the address.', { fields: { [field]: 'Does not match the address.' } })
}
