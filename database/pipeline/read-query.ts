import { createRequire } from 'node:module'
import pg from 'pg'

/** A statement without a name ('') is not kept: see nameOf(). */
export type Statement = { name: string; text: string; values: unknown[] }
/** Rows per statement; columns as PostgreSQL's text. */
export type Rows = (string | null)[][][]

/** The part of the driver's connection that ReadQuery uses. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(message: object): void
  sync(): void
}

/** The driver's serialisation of parameters. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => unknown
}

/**
 * Several prepared statements with one Sync, which PostgreSQL runs as one implicit transaction: settings that the first statement makes
 * with `set_config(…, true)` apply to the others and are reset afterwards. It implements the driver's interface for custom queries.
 *
 * `pg` has no API for this. It relies on these private parts of `pg`, which tests/server/driver.test.ts checks: the connection's
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
      // Parse all new statements first, so that they are prepared even if a later step fails.
      for (const { name, text } of this.#statements) {
        if (name === '' || name in connection.parsedStatements || name in connection.submittedNamedStatements) continue
        connection.parse({ name, text })
        connection.submittedNamedStatements[name] = text
        this.#hasNew = true
      }
      for (const { name, text, values } of this.#statements) {
        // The unnamed statement is replaced by the next one.
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
   * Discards the connection if it was lost, does not have a prepared statement (class 26), or may not have parsed a new one. Our own errors
   * (NO…) and invalid values (class 22) occur after parsing, so clients cannot cause reconnects with them.
   */
  handleError(error: Error & { code?: string; severity?: string }) {
    const { code = '', severity } = error
    const isBroken = severity !== 'ERROR' || code.startsWith('26') || (this.#hasNew && !/^(NO|22)/.test(code))
    this.#done(error, this.#rows, isBroken)
  }
}

// With `pipeline: true` the client accepts only instances of pg.Query. Setting the prototype avoids the cost of its constructor.
Object.setPrototypeOf(ReadQuery.prototype, pg.Query.prototype)
