import { createRequire } from 'node:module'
import pg from 'pg'

/** Without a name (''), a statement is not kept: see nameOf(). */
export type Statement = { name: string; text: string; values: unknown[] }
/** Per statement its rows, per row its columns as PostgreSQL's text. */
export type Rows = (string | null)[][][]

/** The driver's connection, as far as ReadQuery needs it. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(message: object): void
  sync(): void
}

/** How the driver turns a JavaScript value into PostgreSQL's text. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => unknown
}

/**
 * Several prepared statements before one Sync, which PostgreSQL runs as one transaction: settings that the first statement makes for its
 * transaction hold for the others, and are gone after. To the driver it is a query that sends itself and receives what comes back.
 *
 * The driver has no call for this. It relies on these private parts of `pg`, which tests/server/driver.test.ts holds: the connection's
 * `parsedStatements`, `submittedNamedStatements`, `parse`, `bind`, `execute`, `sync` and `stream`; the handlers that the client calls on its
 * active query (`handleDataRow`, `handleCommandComplete`, `handleReadyForQuery`, `handleError`); that a client with `pipeline: true` takes only
 * instances of `pg.Query`; and `prepareValue` of pg/lib/utils.js.
 */
export class ReadQuery {
  #statements: Statement[]
  #rows: Rows
  #at = 0
  #hasNew = false
  #done: (error: Error | null, rows: Rows, isBroken: boolean) => void

  constructor(statements: Statement[], done: (error: Error | null, rows: Rows, isBroken: boolean) => void) {
    this.#statements = statements
    this.#rows = statements.map(() => [])
    this.#done = done
  }

  submit(connection: Connection) {
    connection.stream.cork()
    try {
      // All new ones first: whatever then fails, the connection knows them from here on.
      for (const { name, text } of this.#statements) {
        if (name === '' || name in connection.parsedStatements || name in connection.submittedNamedStatements) continue
        connection.parse({ name, text })
        connection.submittedNamedStatements[name] = text
        this.#hasNew = true
      }
      for (const { name, text, values } of this.#statements) {
        // The unnamed statement lasts until the next one.
        if (name === '') connection.parse({ name, text })
        connection.bind({ statement: name, values, valueMapper: prepareValue })
        connection.execute({})
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.#rows[this.#at]?.push(fields)
  }
  handleCommandComplete() {
    this.#at++
  }
  handleReadyForQuery() {
    this.#done(null, this.#rows, false)
  }
  /**
   * A connection that was lost, does not know a statement (class 26), or may not have parsed a new one is not used again. A refusal of our own
   * (NO…) and a value that PostgreSQL cannot read (class 22) come after parsing: whoever sends such values costs no connection.
   */
  handleError(error: Error & { code?: string; severity?: string }) {
    const { code = '', severity } = error
    const isBroken = severity !== 'ERROR' || code.startsWith('26') || (this.#hasNew && !/^(NO|22)/.test(code))
    this.#done(error, this.#rows, isBroken)
  }
}

// With `pipeline: true` the client takes only its own kind of query. Calling its constructor would cost more than all of the above.
Object.setPrototypeOf(ReadQuery.prototype, pg.Query.prototype)
