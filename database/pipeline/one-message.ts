import { createRequire } from 'node:module'
import pg from 'pg'

/** Without a name (''), a statement is not kept: see nameOf(). */
export type Statement = { name: string; text: string; values: unknown[] }
/** Per statement its rows, per row its columns as PostgreSQL's text. */
export type Answers = (string | null)[][][]

/** The driver's connection, as far as a statement of our own making needs it. */
type Wire = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(message: object): void
  sync(): void
}
/**
 * What is sent on a connection before the code now running is through goes out together: each message wakes PostgreSQL anew.
 * A pool, which chooses a connection for every statement, has none to gather on.
 */
export function corked<C extends Pick<pg.ClientBase, 'query'>>(connection: C): C {
  const stream = (connection as unknown as { connection?: Wire }).connection?.stream
  stream?.cork()
  process.nextTick(() => stream?.uncork())
  return connection
}

/** How the driver turns a JavaScript value into PostgreSQL's text. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => unknown
}

/**
 * Several prepared statements as one message, answered by one message. PostgreSQL runs what stands before a Sync as one
 * transaction, so that settings made by the first statement for its transaction hold for the others, and are gone after.
 * To the driver it is a query, which only sends itself and hears what comes back.
 */
export class OneTrip {
  #statements: Statement[]
  #answers: Answers
  #at = 0
  #hasNew = false
  #done: (error: Error | null, answers: Answers, isSpoilt: boolean) => void

  constructor(statements: Statement[], done: (error: Error | null, answers: Answers, isSpoilt: boolean) => void) {
    this.#statements = statements
    this.#answers = statements.map(() => [])
    this.#done = done
  }

  submit(wire: Wire) {
    wire.stream.cork()
    try {
      // All new ones first: whatever then fails, the connection knows them from here on.
      for (const { name, text } of this.#statements) {
        if (name === '' || name in wire.parsedStatements || name in wire.submittedNamedStatements) continue
        wire.parse({ name, text })
        wire.submittedNamedStatements[name] = text
        this.#hasNew = true
      }
      for (const { name, text, values } of this.#statements) {
        // Without a name it is forgotten with the next such one.
        if (name === '') wire.parse({ name, text })
        wire.bind({ statement: name, values, valueMapper: prepareValue })
        wire.execute({})
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.#answers[this.#at]?.push(fields)
  }
  handleCommandComplete() {
    this.#at++
  }
  handleReadyForQuery() {
    this.#done(null, this.#answers, false)
  }
  /** A connection that was lost, or may not have taken in a new statement, is not used again. A refusal of our own is neither. */
  handleError(error: Error & { code?: string; severity?: string }) {
    const isRefusal = error.code?.startsWith('NO') ?? false
    const isSpoilt = error.severity !== 'ERROR' || (this.#hasNew && !isRefusal)
    this.#done(error, this.#answers, isSpoilt)
  }
}

// With several on their way the driver takes only its own kind. Its constructor would cost more than all of the above.
Object.setPrototypeOf(OneTrip.prototype, pg.Query.prototype)
