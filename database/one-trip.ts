import { createRequire } from 'node:module'
import pg from 'pg'

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
/** How the driver turns a JavaScript value into PostgreSQL's text. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => unknown
}

/**
 * Several prepared statements as one message, answered by one message. PostgreSQL runs what stands before a Sync as one
 * transaction, so that settings made by the first statement for its transaction hold for the others, and are gone after.
 */
class OneTrip extends pg.Query {
  #statements: Statement[]
  #answers: Answers
  #at = 0
  #fresh: string[] = []
  #forget: (name: string) => void = () => undefined
  #done: (error: Error | null, answers: Answers, isSpoilt: boolean) => void

  constructor(statements: Statement[], done: (error: Error | null, answers: Answers, isSpoilt: boolean) => void) {
    super({ text: '' })
    this.#statements = statements
    this.#answers = statements.map(() => [])
    this.#done = done
    // The driver wants one to be there; the two ends below call `done` themselves.
    ;(this as unknown as { callback: () => void }).callback = () => undefined
  }

  submit = (connection: unknown) => {
    const wire = connection as Wire
    this.#forget = name => delete wire.submittedNamedStatements[name]
    wire.stream.cork()
    try {
      for (const { name, text, values } of this.#statements) {
        if (!(name in wire.parsedStatements) && !(name in wire.submittedNamedStatements)) {
          wire.parse({ name, text })
          wire.submittedNamedStatements[name] = text
          this.#fresh.push(name)
        }
        wire.bind({ statement: name, values, valueMapper: prepareValue })
        wire.execute({})
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleDataRow = ({ fields }: { fields: (string | null)[] }) => void this.#answers[this.#at]?.push(fields)
  handleCommandComplete = () => void this.#at++
  handleReadyForQuery = () => this.#done(null, this.#answers, false)
  /** One that failed and was new to this connection may or may not be known to it now: then the connection is not used again. */
  handleError = (error: Error) => {
    const failed = this.#statements[this.#at]?.name ?? ''
    // What stands after the one that failed was skipped: the connection does not know it.
    for (const { name } of this.#statements.slice(this.#at + 1)) if (this.#fresh.includes(name)) this.#forget(name)
    this.#done(error, this.#answers, this.#fresh.includes(failed))
  }
}

/** Sends the statements and gives the connection back. */
export const oneTrip = (connection: pg.PoolClient, statements: Statement[]) =>
  new Promise<Answers>((resolve, reject) => {
    connection.query(
      new OneTrip(statements, (error, answers, isSpoilt) => {
        connection.release(isSpoilt)
        if (error) reject(error)
        else resolve(answers)
      }),
    )
  })
