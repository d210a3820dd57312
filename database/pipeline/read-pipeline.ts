import type pg from 'pg'
import { type Answers, OneTrip, type Statement } from './one-message.ts'

/** So few connections serve quick reads, many at a time: PostgreSQL then finds the next one waiting instead of falling asleep. */
const ENOUGH = 4
const DEEPEST = 16
/** Milliseconds without an answer: who comes next had better not stand behind this one. */
const SLOW = 10

type Shared = { connection: pg.PoolClient; underWay: number; movedAt: number; isSpoilt: boolean }
type Waiting = { statements: Statement[]; resolve: (answers: Answers) => void; reject: (error: unknown) => void }

/**
 * Trips of different requests follow each other on one connection, each its own transaction. While one takes long, the next ones
 * take another connection, as long as there is one. Whoever needs a connection alone gets it in turn: while somebody waits, the trips
 * do not keep more than half of them. Past `mostWaiting` a trip is refused by `busy`.
 */
export function readPipeline(pool: pg.Pool, most: number, mostWaiting: number, busy: () => Error) {
  const enough = Math.min(ENOUGH, Math.ceil(most / 2))
  const lent = new Set<Shared>()
  let taking = 0
  let waiting: Waiting[] = []

  const isFree = () => pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < most)

  /** Sends what waits, as far as there is a connection for it. */
  function goOn(): void {
    while (waiting.length > 0) {
      const shared = choose()
      if (!shared) return
      send(shared, waiting.shift() as Waiting)
    }
  }

  function choose(): Shared | undefined {
    if (lent.size + taking === 0 || (isFree() && lent.size + taking < enough)) void take()
    if (pool.waitingCount > 0 && lent.size > most / 2) return undefined
    const since = performance.now() - SLOW
    const quick = leastBusy(since)
    if (quick) return quick
    if (taking === 0 && isFree()) void take()
    // One that is only full will soon have room.
    const isSoonServed = taking > 0 || [...lent].some(one => one.movedAt >= since)
    return isSoonServed ? undefined : leastBusy(0)
  }

  /** Of those that answered something since then. */
  function leastBusy(since: number): Shared | undefined {
    let best: Shared | undefined
    for (const one of lent)
      if (!one.isSpoilt && one.movedAt >= since && one.underWay < (best?.underWay ?? DEEPEST)) best = one
    return best
  }

  async function take(): Promise<void> {
    taking++
    let connection: pg.PoolClient
    try {
      connection = await pool.connect()
    } catch (error) {
      taking--
      if (lent.size + taking > 0) return
      // Nobody else is on the way to serve them.
      const refused = waiting
      waiting = []
      for (const one of refused) one.reject(error)
      return
    }
    taking--
    const shared = { connection, underWay: 0, movedAt: performance.now(), isSpoilt: false }
    lent.add(shared)
    goOn()
    letGo(shared)
  }

  function send(shared: Shared, { statements, resolve, reject }: Waiting): void {
    shared.underWay++
    const trip = new OneTrip(statements, (error, answers, isSpoilt) => {
      shared.underWay--
      shared.movedAt = performance.now()
      shared.isSpoilt ||= isSpoilt
      if (error) reject(error)
      else resolve(answers)
      goOn()
      letGo(shared)
    })
    try {
      shared.connection.query(trip as unknown as pg.Submittable)
    } catch (error) {
      // A value that cannot be sent. What was sent of the trip has no end, so nothing may follow it on this connection.
      trip.handleError(error as Error)
    }
  }

  function letGo(shared: Shared): void {
    if (shared.underWay > 0 || !lent.delete(shared)) return
    shared.connection.release(shared.isSpoilt)
    // A spoilt one may have been the last that would have served them.
    if (waiting.length > 0) goOn()
  }

  return (statements: Statement[]) =>
    new Promise<Answers>((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(busy())
      waiting.push({ statements, resolve, reject })
      goOn()
    })
}
