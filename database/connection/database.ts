import type { Socket } from 'node:net'
import pg from 'pg'
import { corkEachTick, corked } from '../pipeline/cork.ts'
import { readAlone } from '../pipeline/read-alone.ts'
import { readPipeline } from '../pipeline/read-pipeline.ts'
import { ROLE } from '../queues.ts'
import { surviveLoss } from './client.ts'
import type { Sql } from './sql.ts'
import { Json, NoRow, nameOf, statementsOn, type Tx } from './tx.ts'

export { Json, NoRow, statementsOn, type Tx }

/** No connection could be had in time: the server answers 503 instead of queueing. */
export class Busy extends Error {
  override name = 'Busy'
}

/** Who a transaction runs as. `profile_id` is null only while an account has no profile yet. */
export type Person = { user_id: string; profile_id: number | null }

/** As much of a session as decides whether a request may go on. */
export type SessionState = {
  session_id: string
  /** Signed in with the password only, while the account has a second factor. */
  owes_second_factor: boolean
  /** Not marked as used for a while: the server touches it, so that an active session does not go idle. */
  is_stale: boolean
}

export type SessionUser = Person &
  SessionState & {
    email: string
    username: string
    user_created_at: Date
    aal: 'aal1' | 'aal2'
    /** When the password was last given in this session. */
    proved_at: Date
    /** When a code of the second factor was. Null: never, for example because the browser was remembered. */
    factor_proved_at: Date | null
    has_second_factor: boolean
    expires_at: Date
    email_confirmed: boolean
    /** A confirmation mail was sent. */
    confirmation_asked: boolean
    /** It was sent more than 7 days ago, and the address is still not confirmed. */
    confirmation_overdue: boolean
  }

/** What a member may do so often in so many seconds. */
export type Allowance = { what: string; most: number; seconds: number }

/**
 * The last statement of a transaction: the commit travels along with it. Answers the first column of its only row as JSON text. Without
 * a row it throws NoRow, and what came before stands nevertheless: for a statement that is the only one.
 */
export type CommitWith = (query: Sql) => Promise<Json>

export type Database = ReturnType<typeof connect>

const MOST_WAITING = 200
/**
 * How long a request may wait for a connection. On a busy machine opening one takes more than a second; how many wait is bounded by
 * MOST_WAITING.
 */
const CONNECT_TIMEOUT_MS = 3000
/**
 * PostgreSQL ends a statement after 5 seconds and an idle transaction after 15: a connection that is silent for longer than this is
 * lost, although nobody said so (a machine that is gone, a cable that was pulled).
 */
const SOCKET_TIMEOUT_MS = 30_000

export function connect(
  url: string,
  options: { connections?: number; socketTimeoutMs?: number; pipeline?: boolean } = {},
) {
  const most = options.connections ?? 10
  const socketTimeoutMs = options.socketTimeoutMs ?? SOCKET_TIMEOUT_MS
  const pipeline = options.pipeline ?? true
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    // The first thing of every connection, so that not one statement runs as the owner, and moments are written the same on every server.
    options:
      '-c role=community_server -c timezone=UTC -c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=15000',
    // The statements of a transaction are sent without waiting for each other's answers.
    pipeline,
  } as pg.PoolConfig)
  // The pool tells of idle connections that were lost; the request that next needs one opens another, or answers 503.
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    surviveLoss(client)
    if (pipeline) corkEachTick(client)
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(socketTimeoutMs, () => stream.destroy())
  })

  const busy = () => new Busy('Too many requests are waiting for the database.')
  const client = async () => {
    if (pool.waitingCount >= MOST_WAITING) throw busy()
    return pool.connect()
  }

  const readAll = pipeline ? readPipeline(pool, most, MOST_WAITING, busy) : readAlone(client)

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
      // The connection may be somebody else's by then.
      if (ending) throw new Error('This transaction has ended.')
    })
    const commitWith: CommitWith = query => {
      const answer = tx.json(query)
      // After a statement that failed, a commit is a rollback.
      void end('commit')
      return answer
    }
    try {
      // Not awaited: the first statements of `work` follow on the wire at once.
      const opened = open(connection)
      opened.catch(() => undefined)
      const result = await work(tx, opened, commitWith)
      await opened
      await end('commit')
      return result
    } catch (error) {
      // A commit that is under way may stand; whoever gets the error may find it done.
      if (ending) await ending.catch(() => undefined)
      else void end('rollback')
      throw error
    }
  }

  const as = (person: Person | null) => (connection: pg.PoolClient) =>
    connection.query(
      person
        ? `begin; set local role community_member; set local app.user_id = ${pg.escapeLiteral(person.user_id)};` +
            ` set local app.profile_id = '${person.profile_id ?? ''}'`
        : 'begin; set local role community_visitor',
    )

  return {
    url,
    pool,

    /** For a member's request: row-level rules decide what `work` sees and may do. Null is a visitor. */
    asMember: <T>(person: Person | null, work: (tx: Tx) => Promise<T>): Promise<T> => transaction(as(person), work),

    /** As the server itself: accounts, sessions, mail, the log. */
    asSystem: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction(connection => connection.query('begin'), work),

    /**
     * For the job queue's library: its own text, which may be several statements and a transaction of its own, under the role that
     * reaches nothing but the queue. A connection on which anything failed is not used again.
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

    /** Looks up the session of a cookie and counts its request against an allowance: `wait` is the seconds until the next one is allowed. */
    async authenticate(tokenHash: Buffer, allowance: Allowance): Promise<{ user: SessionUser | null; wait: number }> {
      const connection = await client()
      try {
        const [counted, found] = await Promise.all([
          corked(connection).query<{ wait: number }>(countOf(allowance, tokenHash)),
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
     * For a member's request: the cookie's session is looked up and the transaction begun in one round trip. `requireAccess` says
     * whether this session may go on; it throws when not. `first` are statements of the transaction that travel along; `work` gets
     * their rows.
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
     * The same for a read that is one statement, which most are: look-up, identity, role and statement travel as
     * one message and come back as one answer. The first column is the JSON to pass through, the second, if there is one, the
     * cursor of the next page. Without a session that may read, the statement is not begun.
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

const countOf = ({ what, most, seconds }: Allowance, tokenHash: Buffer) => ({
  name: 'count',
  text: `select throttle($1 || ':' || allowance_of(sessions), $2, $3) as wait from sessions where token_hash = $4`,
  values: [what, most, seconds, tokenHash],
})
