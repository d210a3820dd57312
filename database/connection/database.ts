import type { Socket } from 'node:net'
import pg from 'pg'
import { corkEachTick, corked } from '../pipeline/cork.ts'
import { readAlone } from '../pipeline/read-alone.ts'
import { readPipeline } from '../pipeline/read-pipeline.ts'
import { ROLE } from '../queues.ts'
import { ignoreErrorEvents } from './client.ts'
import { PrimaryClient } from './hosts.ts'
import type { Sql } from './sql.ts'
import { Json, NoRow, nameOf, statementsOn, type Tx } from './tx.ts'

export { Json, NoRow, statementsOn, type Tx }

/** No free connection: the server answers 503. */
export class Busy extends Error {
  override name = 'Busy'
}

/** The member that a transaction runs as. `profile_id` is null only until the account has a profile. */
export type Person = { user_id: string; profile_id: number | null }

/** The part of a session that decides whether a request is allowed. */
export type SessionState = {
  session_id: string
  /** Signed in with the password only, while the account has a second factor. */
  owes_second_factor: boolean
  /** Not marked as used for 5 minutes: the server then updates `last_used_at`. */
  is_stale: boolean
}

export type SessionUser = Person &
  SessionState & {
    email: string
    username: string
    user_created_at: Date
    aal: 'aal1' | 'aal2'
    /** When the password was last entered in this session. */
    proved_at: Date
    /** When a second-factor code was last entered. Null: never, for example in a remembered browser. */
    factor_proved_at: Date | null
    has_second_factor: boolean
    expires_at: Date
    email_confirmed: boolean
    /** A confirmation mail was sent. */
    confirmation_asked: boolean
    /** It was sent more than 7 days ago, and the address is still not confirmed. */
    confirmation_overdue: boolean
  }

/** At most `max` requests in `seconds`. */
export type RateLimit = { what: string; max: number; seconds: number }

/**
 * Sends the last statement of a transaction together with the commit. Returns the first column of its only row as JSON text. Without a
 * row it throws NoRow, but earlier statements are committed: use it when the statement is the only one.
 */
export type CommitWith = (query: Sql) => Promise<Json>

export type Database = ReturnType<typeof connect>

const MAX_WAITING = 200
/** For getting a connection. On a busy machine, opening one takes more than a second. MAX_WAITING bounds the queue. */
const CONNECT_TIMEOUT_MS = 3000
const STATEMENT_TIMEOUT_MS = 5000
/**
 * Detects dead connections that were never closed (a crashed machine, a pulled cable): PostgreSQL ends a statement after 5 seconds and an
 * idle transaction after 15, so a longer silence means a lost connection.
 */
const SOCKET_TIMEOUT_MS = 30_000

export function connect(
  url: string,
  options: {
    connections?: number
    connectTimeoutMs?: number
    statementTimeoutMs?: number
    socketTimeoutMs?: number
    pipeline?: boolean
  } = {},
) {
  const maxConnections = options.connections ?? 10
  const socketTimeoutMs = options.socketTimeoutMs ?? SOCKET_TIMEOUT_MS
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const pipeline = options.pipeline ?? true
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    // Set at connection start, so that no statement runs as another role, and timestamps have the same format on every server.
    options: `-c role=community_server -c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c lock_timeout=2000 -c idle_in_transaction_session_timeout=15000`,
    // Sends the statements of a transaction without waiting for each result.
    pipeline,
    Client: PrimaryClient,
  } as pg.PoolConfig)
  // Emitted for lost idle connections. The next request opens a new one, or answers 503.
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    ignoreErrorEvents(client)
    if (pipeline) corkEachTick(client)
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(socketTimeoutMs, () => stream.destroy())
  })

  const busy = () => new Busy('Too many requests are waiting for the database.')
  const client = async () => {
    if (pool.waitingCount >= MAX_WAITING) throw busy()
    return pool.connect()
  }

  const readAll = pipeline ? readPipeline(pool, maxConnections, MAX_WAITING, busy) : readAlone(client)

  /** Runs `work` between the opening statements and the commit; any error rolls back. */
  async function transaction<O, T>(
    open: (connection: pg.PoolClient) => Promise<O>,
    work: (tx: Tx, opened: Promise<O>, commitWith: CommitWith) => Promise<T>,
  ): Promise<T> {
    const connection = await client()
    let ending: Promise<void> | undefined
    const end = (how: 'commit' | 'rollback') => {
      ending ??= corked(connection)
        .query(how)
        .then(
          () => connection.release(),
          (lost: Error) => {
            connection.release(lost)
            throw lost
          },
        )
      ending.catch(() => undefined)
      return ending
    }
    const tx = statementsOn(connection, () => {
      // The pool may have given the connection to another request.
      if (ending) throw new Error('This transaction has ended.')
    })
    const commitWith: CommitWith = query => {
      const answer = tx.json(query)
      // After a failed statement, PostgreSQL treats the commit as a rollback.
      void end('commit')
      return answer
    }
    try {
      // Not awaited: the first statements of `work` are pipelined after these.
      const opened = open(connection)
      opened.catch(() => undefined)
      const result = await work(tx, opened, commitWith)
      await opened
      await end('commit')
      return result
    } catch (error) {
      // The commit is already sent and may succeed, although the caller gets an error.
      if (ending) await ending.catch(() => undefined)
      else void end('rollback')
      throw error
    }
  }

  const beginAs = (person: Person | null) => (connection: pg.PoolClient) =>
    connection.query(
      person
        ? `begin; set local role community_member; set local app.user_id = ${pg.escapeLiteral(person.user_id)};` +
            ` set local app.profile_id = '${person.profile_id ?? ''}'`
        : 'begin; set local role community_visitor',
    )

  return {
    url,
    pool,

    /** Runs as the member role: row-level security decides what `work` sees and may do. Null: a visitor. */
    asMember: <T>(person: Person | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction(beginAs(person), work),

    /** Runs as the server role: accounts, sessions, mail, the audit log. */
    asSystem: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction(connection => connection.query('begin'), work),

    /**
     * Runs SQL of pg-boss, possibly several statements with their own transaction, under a role that has rights on the queue only. After
     * an error the connection is discarded.
     */
    async runForQueue(text: string, values?: unknown[]): Promise<pg.QueryResult> {
      const connection = await client()
      try {
        const [, result] = await Promise.all([
          connection.query(`set role ${ROLE}`),
          connection.query(text, values),
          connection.query('reset role'),
        ])
        connection.release()
        return result
      } catch (error) {
        connection.release(error as Error)
        throw error
      }
    },

    /** Looks up the session of a cookie and counts the request against a rate limit: `wait` is the seconds until the next one is allowed. */
    async authenticate(tokenHash: Buffer, limit: RateLimit): Promise<{ user: SessionUser | null; wait: number }> {
      const connection = await client()
      try {
        const [counted, found] = await Promise.all([
          corked(connection).query<{ wait: number }>(countOf(limit, tokenHash)),
          corked(connection).query<SessionUser>(userOfSession(tokenHash)),
        ])
        connection.release()
        return { user: found.rows[0] ?? null, wait: counted.rows[0]?.wait ?? 0 }
      } catch (error) {
        connection.release(error as Error)
        throw error
      }
    },

    /**
     * For a member's request: looks up the session of the cookie and begins the transaction in one round trip. `requireAccess` throws if
     * the session is not sufficient. The statements `first` are sent in the same round trip; `work` gets their rows.
     */
    withSession: <T>(
      tokenHash: Buffer,
      requireAccess: (user: SessionUser | null) => SessionUser,
      work: (tx: Tx, me: SessionUser, rows: object[][], commitWith: CommitWith) => Promise<T>,
      first: Sql[] = [],
    ) =>
      transaction(
        connection =>
          Promise.all([
            corked(connection).query('begin'),
            corked(connection).query<SessionUser>(userOfSession(tokenHash)),
            corked(connection).query('set local role community_member'),
            Promise.all(first.map(statement => statementsOn(connection).rows(statement))),
          ]),
        async (tx, opened, commitWith) => {
          const [, found, , rows] = await opened
          return work(tx, requireAccess(found.rows[0] ?? null), rows, commitWith)
        },
      ),

    /**
     * The same for a read of one statement: session look-up, role and statement take one round trip. The first column is
     * the JSON to pass through, the optional second one the cursor of the next page. Without a sufficient session the statement does not
     * run.
     */
    async readWithSession(
      tokenHash: Buffer,
      onSession: (session: Pick<SessionUser, 'session_id' | 'is_stale' | 'user_id'>) => void,
      statement: Sql,
    ): Promise<Json> {
      const { text, values } = statement.toQuery()
      const [sessions, rows] = await readAll([
        {
          name: 'authenticate_read',
          text: 'select session_id, is_stale, user_id from authenticate_read($1)',
          values: [tokenHash],
        },
        { name: nameOf(text), text, values },
      ])
      const [session_id, stale, user_id] = sessions?.[0] ?? []
      onSession({ session_id: session_id ?? '', is_stale: stale === 't', user_id: user_id ?? '' })
      const [body, next = null] = rows?.[0] ?? []
      if (typeof body !== 'string') throw new NoRow()
      return new Json(body, next)
    },

    close: () => pool.end(),
  }
}

const userOfSession = (tokenHash: Buffer) => ({
  name: 'authenticate',
  text: 'select * from authenticate($1)',
  values: [tokenHash],
})

const countOf = ({ what, max, seconds }: RateLimit, tokenHash: Buffer) => ({
  name: 'count',
  text: `select throttle($1 || ':' || allowance_of(sessions), $2, $3) as wait from sessions where token_hash = $4`,
  values: [what, max, seconds, tokenHash],
})
