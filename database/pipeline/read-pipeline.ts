import type pg from 'pg'
import { ReadQuery, type Rows, type Statement } from './read-query.ts'

/** Few connections with reads always waiting on them: a PostgreSQL backend that finds the next one need not be woken for each. */
const MOST_CONNECTIONS = 4
/** Back-pressure: reads on their way on one connection. */
const MOST_IN_FLIGHT = 16
/** A connection that has not answered for this long is busy with something slow: the next read takes another. */
const SLOW_MS = 10

type Lease = { connection: pg.PoolClient; inFlight: number; answeredAt: number; isBroken: boolean }
type Queued = { statements: Statement[]; resolve: (rows: Rows) => void; reject: (error: unknown) => void }

/**
 * Pipelines the reads of many requests over a few leased connections of the pool, each read a transaction of its own. While one is slow, the
 * next ones lease another connection, as long as there is one. While somebody waits for a connection of their own, the pipeline keeps at
 * most half of the pool. Past `mostQueued` a read is refused by `busy`.
 */
export function readPipeline(pool: pg.Pool, poolSize: number, mostQueued: number, busy: () => Error) {
  const mostLeases = Math.min(MOST_CONNECTIONS, Math.ceil(poolSize / 2))
  const leases = new Set<Lease>()
  let connecting = 0
  let queue: Queued[] = []

  const hasFreeConnection = () => pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < poolSize)

  /** Sends what is queued, as far as there is a connection for it. */
  function flush(): void {
    while (queue.length > 0) {
      const lease = chooseLease()
      if (!lease) return
      send(lease, queue.shift() as Queued)
    }
  }

  function chooseLease(): Lease | undefined {
    const count = leases.size + connecting
    if (count === 0 || (hasFreeConnection() && count < mostLeases)) void takeLease()
    if (pool.waitingCount > 0 && leases.size > poolSize / 2) return undefined
    const since = performance.now() - SLOW_MS
    const quick = leastBusy(since)
    if (quick) return quick
    if (connecting === 0 && hasFreeConnection()) void takeLease()
    // One that is only full will soon have room.
    const isSoonServed = connecting > 0 || [...leases].some(lease => lease.answeredAt >= since)
    return isSoonServed ? undefined : leastBusy(0)
  }

  /** Of those that answered something since then. */
  function leastBusy(since: number): Lease | undefined {
    let best: Lease | undefined
    for (const lease of leases)
      if (!lease.isBroken && lease.answeredAt >= since && lease.inFlight < (best?.inFlight ?? MOST_IN_FLIGHT))
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
      // No other connection is there or coming to serve them.
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
      // A value that cannot be sent. What was sent of the query has no Sync, so nothing may follow it on this connection.
      query.handleError(error as Error)
    }
  }

  function releaseIdle(lease: Lease): void {
    if (lease.inFlight > 0 || !leases.delete(lease)) return
    lease.connection.release(lease.isBroken)
    // A broken one may have been the last that would have served them.
    if (queue.length > 0) flush()
  }

  return (statements: Statement[]) =>
    new Promise<Rows>((resolve, reject) => {
      if (queue.length >= mostQueued) return reject(busy())
      queue.push({ statements, resolve, reject })
      flush()
    })
}
