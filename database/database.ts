import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql } from './sql.ts'

/** JSON that PostgreSQL built: passed through to the browser as it is, never parsed on the way. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A statement that had to touch or find a row touched none: absent, hidden, or not allowed. */
export class NoRow extends Error {
  override name = 'NoRow'
}

/** No connection could be had in time: the server answers 503 instead of queueing. */
export class Busy extends Error {
  override name = 'Busy'
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

/** Who a transaction runs as. `profile_id` is null only while an account has no profile yet. */
export type Person = { user_id: string; profile_id: number | null }

export type Entry = Person & {
  session_id: string
  email: string
  username: string
  user_created_at: Date
  aal: 'aal1' | 'aal2'
  proved_at: Date
  expires_at: Date
  /** Signed in with the password only, while the account has a second factor. */
  owes_second_factor: boolean
  /** Not marked as used for a while: the server touches it, so that an active session does not go idle. */
  is_stale: boolean
}

export type Database = ReturnType<typeof connect>

const MOST_WAITING = 200

export function connect(url: string, options: { connections?: number } = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 1000,
    idleTimeoutMillis: 30_000,
    // The first thing of every connection, so that not one statement runs as the owner.
    options:
      '-c role=community_server -c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=15000',
    // Statements of one transaction are sent without waiting for each other's answers.
    pipeline: true,
  } as pg.PoolConfig)
  // Without a listener a restart of the database would end the process. The request that next needs a connection says 503.
  pool.on('error', () => undefined)

  const client = async () => {
    if (pool.waitingCount >= MOST_WAITING) throw new Busy('Too many requests are waiting for the database.')
    return pool.connect()
  }

  /** Runs `work` between the opening statements and the commit; any error rolls back. */
  async function transaction<T>(
    opening: string,
    work: (tx: Tx, opened: Promise<pg.QueryResult[]>) => Promise<T>,
  ): Promise<T> {
    const connection = await client()
    try {
      // Not awaited: the first statements of `work` follow on the wire at once.
      const opened = connection.query(opening) as unknown as Promise<pg.QueryResult[]>
      opened.catch(() => undefined)
      const result = await work(over(connection), opened)
      await opened
      await connection.query('commit')
      connection.release()
      return result
    } catch (error) {
      connection.query('rollback').then(
        () => connection.release(),
        (lost: Error) => connection.release(lost),
      )
      throw error
    }
  }

  const as = (person: Person | null) =>
    person
      ? `begin; set local role community_member; set local app.user_id = ${pg.escapeLiteral(person.user_id)};` +
        ` set local app.profile_id = '${person.profile_id ?? ''}'`
      : 'begin; set local role community_visitor'

  return {
    pool,

    /** The members' door: row-level rules decide what `work` sees and may do. Null is a visitor. */
    asMember: <T>(person: Person | null, work: (tx: Tx) => Promise<T>): Promise<T> => transaction(as(person), work),

    /** The server's own door: accounts, sessions, mail, the log. */
    asSystem: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction('begin', work),

    /**
     * The members' door for a request: the cookie's session is looked up and the transaction begun in one round trip.
     * `admit` says whether this session may go on; it throws when not.
     */
    asBearer: <T>(tokenHash: Buffer, admit: (entry: Entry | null) => Entry, work: (tx: Tx, me: Entry) => Promise<T>) =>
      transaction(
        `begin; select * from enter('\\x${tokenHash.toString('hex')}'); set local role community_member`,
        async (tx, opened) => work(tx, admit(((await opened)[1]?.rows[0] as Entry | undefined) ?? null)),
      ),

    close: () => pool.end(),
  }
}

/** Statements are prepared once a connection, under a name made of their text. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

const asText = { getTypeParser: () => (value: string) => value }

export function over(connection: Pick<pg.ClientBase, 'query'>): Tx {
  const query = (statement: Sql, types?: pg.CustomTypesConfig) => {
    const { text, values } = statement.toQuery()
    return connection.query<Record<string, unknown>>({ name: nameOf(text) + (types ? 't' : ''), text, values, types })
  }
  return {
    rows: async <T extends object>(statement: Sql) => (await query(statement)).rows as T[],
    one: async <T extends object>(statement: Sql) => {
      const [row] = (await query(statement)).rows
      if (!row) throw new NoRow()
      return row as T
    },
    maybe: async <T extends object>(statement: Sql) => ((await query(statement)).rows[0] as T | undefined) ?? null,
    json: async statement => {
      const [row] = (await query(statement, asText as pg.CustomTypesConfig)).rows
      const text = row && Object.values(row)[0]
      if (typeof text !== 'string') throw new NoRow()
      return new Json(text)
    },
    run: async statement => (await query(statement)).rowCount ?? 0,
  }
}
