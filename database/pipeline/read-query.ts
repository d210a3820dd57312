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
  #new: Statement[] = []
  #connection: Connection | undefined
  #done: (error: Error | null, rows: Rows, isBroken: boolean) => void

  constructor(statements: Statement[], done: (error: Error | null, rows: Rows, isBroken: boolean) => void) {
    this.#statements = statements
    this.#rows = statements.map(() => [])
    this.#done = done
  }

  submit(connection: Connection) {
    this.#connection = connection
    connection.stream.cork()
    try {
      // Parse all new statements first, so that they are prepared even if a later step fails.
      for (const statement of this.#statements) {
        const { name, text } = statement
        if (name === '' || name in connection.parsedStatements || name in connection.submittedNamedStatements) continue
        connection.parse({ name, text })
        connection.submittedNamedStatements[name] = text
        this.#new.push(statement)
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
    this.#noteParsed()
    this.#done(null, this.#rows, false)
  }
  /**
   * Else the driver would forget a statement as soon as a query of its own with the same one fails, such as the last statement of a write
   * whose first was refused, and would prepare it a second time, which PostgreSQL refuses.
   */
  #noteParsed() {
    for (const { name, text } of this.#new) {
      if (!this.#connection) return
      this.#connection.parsedStatements[name] = text
      delete this.#connection.submittedNamedStatements[name]
    }
  }
  /**
   * Discards the connection if it was lost, does not have a prepared statement (class 26), or may not have parsed a new one. Our own errors
   * (NO…) and invalid values (class 22) occur after parsing, so clients cannot cause reconnects with them.
   */
  handleError(error: Error & { code?: string; severity?: string }) {
    const { code = '', severity } = error
    const isBroken = severity !== 'ERROR' || code.startsWith('26') || (this.#new.length > 0 && !/^(NO|22)/.test(code))
    if (!isBroken) this.#noteParsed()
    this.#done(error, this.#rows, isBroken)
  }
}

// With `pipeline: true` the client accepts only instances of pg.Query. Setting the prototype avoids the cost of its constructor.
Object.setPrototypeOf(ReadQuery.prototype, pg.Query.prototype)
