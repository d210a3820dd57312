import type pg from 'pg'
import { ReadQuery, type Rows, type Statement } from './read-query.ts'

/** Few connections, so that reads are queued on them: this avoids a backend wake-up per query. */
const MAX_CONNECTIONS = 4
/** Back-pressure: unanswered reads per connection. */
const MAX_IN_FLIGHT = 16
/** A connection without an answer for this long runs a slow read: the next read uses another one. */
const SLOW_MS = 10

type Lease = { connection: pg.PoolClient; inFlight: number; answeredAt: number; isBroken: boolean }
type Queued = { statements: Statement[]; resolve: (rows: Rows) => void; reject: (error: unknown) => void }

/**
 * Pipelines the reads of many requests over a few leased connections of the pool, each read in its own transaction. While a read is slow,
 * the next ones lease another connection if the pool has one. While a transaction waits for a connection, the pipeline keeps at most half
 * of the pool. With `maxQueued` reads in the queue, a read fails with `busy()`.
 */
export function readPipeline(pool: pg.Pool, poolSize: number, maxQueued: number, busy: () => Error) {
  const maxLeases = Math.min(MAX_CONNECTIONS, Math.ceil(poolSize / 2))
  const leases = new Set<Lease>()
  let connecting = 0
  let queue: Queued[] = []

  const hasFreeConnection = () => pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < poolSize)

  /** Sends queued reads while there is a connection for them. */
  function flush(): void {
    while (queue.length > 0) {
      const lease = chooseLease()
      if (!lease) return
      send(lease, queue.shift() as Queued)
    }
  }

  function chooseLease(): Lease | undefined {
    const count = leases.size + connecting
    if (count === 0 || (hasFreeConnection() && count < maxLeases)) void takeLease()
    if (pool.waitingCount > 0 && leases.size > poolSize / 2) return undefined
    const since = performance.now() - SLOW_MS
    const quick = leastBusy(since)
    if (quick) return quick
    if (connecting === 0 && hasFreeConnection()) void takeLease()
    // A lease that answers quickly but is full will soon accept another read.
    const isSoonServed = connecting > 0 || [...leases].some(lease => lease.answeredAt >= since)
    if (isSoonServed) return undefined
    // All seem slow, perhaps only because the process stood still: the last one that answered is the least likely to run a slow read.
    return [...leases]
      .filter(({ isBroken, inFlight }) => !isBroken && inFlight < MAX_IN_FLIGHT)
      .sort((a, b) => b.answeredAt - a.answeredAt)[0]
  }

  /** The lease with the fewest reads in flight, among those that answered since then. */
  function leastBusy(since: number): Lease | undefined {
    let best: Lease | undefined
    for (const lease of leases)
      if (!lease.isBroken && lease.answeredAt >= since && lease.inFlight < (best?.inFlight ?? MAX_IN_FLIGHT))
        best = lease
    return best
  }

  async function takeLease(): Promise<void> {
    connecting++
    let connection: pg.PoolClient
    try {
      connection = await pool.connect()
    } catch (error) {
      connecting--
      if (leases.size + connecting > 0) return
      // No other connection exists or is being opened: fail the queued reads.
      const refused = queue
      queue = []
      for (const { reject } of refused) reject(error)
      return
    }
    connecting--
    const lease = { connection, inFlight: 0, answeredAt: performance.now(), isBroken: false }
    leases.add(lease)
    flush()
    releaseIdle(lease)
  }

  function send(lease: Lease, { statements, resolve, reject }: Queued): void {
    lease.inFlight++
    const query = new ReadQuery(statements, (error, rows, isBroken) => {
      lease.inFlight--
      lease.answeredAt = performance.now()
      lease.isBroken ||= isBroken
      if (error) reject(error)
      else resolve(rows)
      flush()
      releaseIdle(lease)
    })
    try {
      lease.connection.query(query as unknown as pg.Submittable)
    } catch (error) {
      // A value could not be serialised. The query was partly sent, without Sync, so the connection cannot be used further.
      query.handleError(error as Error)
    }
  }

  function releaseIdle(lease: Lease): void {
    if (lease.inFlight > 0 || !leases.delete(lease)) return
    lease.connection.release(lease.isBroken)
    // The released lease may have been broken and the last one: lease another for the queued reads.
    if (queue.length > 0) flush()
  }

  return (statements: Statement[]) =>
    new Promise<Rows>((resolve, reject) => {
      if (queue.length >= maxQueued) return reject(busy())
      queue.push({ statements, resolve, reject })
      flush()
    })
}
