import { createHash } from 'node:crypto'
import type pg from 'pg'
import { corked } from '../pipeline/cork.ts'
import type { Sql } from './sql.ts'

/** JSON that PostgreSQL built: passed through to the browser as it is, never parsed on the way. */
export class Json {
  readonly text: string
  /** Of a page of a list: the values of the cursor of the next page. */
  readonly next: string | null
  constructor(text: string, next: string | null = null) {
    this.text = text
    this.next = next
  }
}

/** A statement that had to touch or find a row touched none: absent, hidden, or not allowed. */
export class NoRow extends Error {
  override name = 'NoRow'
}

export type Tx = {
  rows<T extends object>(query: Sql): Promise<T[]>
  one<T extends object>(query: Sql): Promise<T>
  maybe<T extends object>(query: Sql): Promise<T | null>
  /** The first column of the only row, as JSON text. Throws NoRow when there is no row. */
  json(query: Sql): Promise<Json>
  /** How many rows it touched. */
  run(query: Sql): Promise<number>
}

/**
 * Every connection keeps each statement that has a name, with its plan, for as long as it lives. The lists and searches of the product
 * have some 330 (tests/server/statements.test.ts counts them), everything else some 130 together: values travel as parameters, lists
 * as arrays, and never change the text.
 */
export const MOST_NAMES = 600
const names = new Map<string, string>()
let warn: ((message: string) => void) | undefined = message => process.emitWarning(message)

/** The texts that have a name. */
export const namedStatements = (): string[] => [...names.keys()]

/** Who is told, once, that there are more statements than the product should have. */
export const onTooManyStatements = (listener: (message: string) => void) => {
  if (warn) warn = listener
}

/**
 * Statements are prepared once a connection, under a name made of their text. A text too many gets no name: it is parsed and planned
 * anew each time, which is slower but leaves nothing behind in the connections, nor here.
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

/** Statements on a connection; `assertOpen` throws when it is no longer theirs. */
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
