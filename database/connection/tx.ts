import { createHash } from 'node:crypto'
import type pg from 'pg'
import { corked } from '../pipeline/cork.ts'
import type { Sql } from './sql.ts'

/** JSON built by PostgreSQL, passed through to the browser without parsing. */
export class Json {
  readonly text: string
  /** For lists: the cursor values of the next page. */
  readonly next: string | null
  constructor(text: string, next: string | null = null) {
    this.text = text
    this.next = next
  }
}

/** A statement affected or returned no row, although one was required: it does not exist, is hidden, or may not be changed. */
export class NoRow extends Error {
  override name = 'NoRow'
}

export type Tx = {
  rows<T extends object>(query: Sql): Promise<T[]>
  one<T extends object>(query: Sql): Promise<T>
  maybe<T extends object>(query: Sql): Promise<T | null>
  /** The first column of the only row, as JSON text. Throws NoRow when there is no row. */
  json(query: Sql): Promise<Json>
  /** Returns the number of affected rows. */
  run(query: Sql): Promise<number>
}

/**
 * Every connection keeps each named prepared statement, with its plan, until it closes. Lists and searches have about 350
 * (tests/server/statements.test.ts counts them), everything else about 130: values are parameters, lists are arrays, and neither
 * changes the text.
 */
export const MOST_NAMES = 600
const names = new Map<string, string>()
let warn: ((message: string) => void) | undefined = message => process.emitWarning(message)

/** The texts of all named statements. */
export const namedStatements = (): string[] => [...names.keys()]

/** Sets the listener that is called once when there are too many different statements. */
export const onTooManyStatements = (listener: (message: string) => void) => {
  if (warn) warn = listener
}

/**
 * The name of a prepared statement: a hash of its text, so that it is prepared once per connection. Above MOST_NAMES, new texts get no name:
 * they are parsed and planned each time, which is slower but uses no memory in the connections or here.
 */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MOST_NAMES) {
    warn?.(
      `More than ${MOST_NAMES} different SQL statements: new ones are no longer prepared. Something other than a few choices changes their text. The latest begins: ${text.trim().slice(0, 200)}`,
    )
    warn = undefined
    return ''
  }
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

const asText = { getTypeParser: () => (value: string) => value }

/** Runs statements on a connection. `assertOpen` throws when the transaction has ended. */
export function statementsOn(connection: Pick<pg.ClientBase, 'query'>, assertOpen = () => {}): Tx {
  const query = (statement: Sql, types?: pg.CustomTypesConfig) => {
    assertOpen()
    const { text, values } = statement.toQuery()
    return corked(connection).query<Record<string, unknown>>({
      name: nameOf(text),
      text,
      values,
      types,
    })
  }
  const json = async (statement: Sql) => {
    const [row] = (await query(statement, asText as pg.CustomTypesConfig)).rows
    const [text, next] = row ? Object.values(row) : []
    if (typeof text !== 'string') throw new NoRow()
    return new Json(text, typeof next === 'string' ? next : null)
  }
  return {
    rows: async <T extends object>(statement: Sql) => (await query(statement)).rows as T[],
    one: async <T extends object>(statement: Sql) => {
      const [row] = (await query(statement)).rows
      if (!row) throw new NoRow()
      return row as T
    },
    maybe: async <T extends object>(statement: Sql) => ((await query(statement)).rows[0] as T | undefined) ?? null,
    json,
    run: async statement => (await query(statement)).rowCount ?? 0,
  }
}
