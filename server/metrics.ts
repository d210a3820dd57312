import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../database/connection/sql.ts'
import { SCHEMA } from '../database/queues.ts'
import { staleBackup } from './backup/stale.ts'
import { liveStream } from './live/stream-endpoint.ts'
import { Refusal } from './request/errors.ts'
import type { Services } from './services.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const hash = (text: string) => createHash('sha256').update(text).digest()

type Metrics = Awaited<ReturnType<typeof makeMetrics>>

/**
 * Counts and times of this process in the format of Prometheus, and the queues in the database. No names, addresses or ids of members.
 * docs/operations.md lists the metrics.
 */
export async function makeMetrics({ db, config }: Pick<Services, 'db' | 'config'>) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  // Memory, processor time, event loop, garbage collection.
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'community_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'community_request_seconds',
    help: 'Time from a request to the end of its answer, live streams aside',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `community_${name}`, help, labelNames, registers })
  const connections = gauge('database_connections', 'Database connections of this process', ['state'])
  const waiting = gauge('database_waiting', 'Requests that wait for a database connection')
  const streams = gauge('live_streams', 'Open live streams of this process')
  const isUp = gauge('database_up', '1: the database answered; otherwise the jobs, mails and the backup are missing')
  const jobs = gauge('jobs', 'Jobs in the database', ['queue', 'state'])
  const oldestJob = gauge('oldest_job_seconds', 'For how long the oldest due job has waited')
  const mails = gauge('unsent_mails', 'Mails that wait in the outbox')
  const backup = gauge('backup_stale', '1: the last nightly backup is older than 26 hours')

  return {
    observe(request: FastifyRequest, reply: FastifyReply): void {
      // The pattern of the route: with ids, each row would get its own time series.
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
      const { method } = request
      requests.inc({ method, route, status: reply.statusCode })
      if (route !== liveStream.path) seconds.observe({ method, route }, reply.elapsedTime / 1000)
    },

    /** Refused because the server is overloaded, before the route was known. */
    countRefused(method: string, status: number): void {
      requests.inc({ method, route: 'overload', status })
    },

    /** `onError` reports why the database did not answer; the metrics of the process are returned nevertheless. */
    async read(openStreams: number, onError: (error: unknown) => void): Promise<{ type: string; text: string }> {
      connections.set({ state: 'idle' }, db.pool.idleCount)
      connections.set({ state: 'used' }, db.pool.totalCount - db.pool.idleCount)
      connections.set({ state: 'limit' }, config.databaseConnections)
      waiting.set(db.pool.waitingCount)
      streams.set(openStreams)
      jobs.reset()
      for (const former of [oldestJob, mails, backup]) former.remove()
      try {
        const found = await readQueues(db)
        for (const { name, state, count } of found.jobs) jobs.set({ queue: name, state }, count)
        oldestJob.set(found.oldestSeconds)
        mails.set(found.mails)
        backup.set((await staleBackup(db, config)) ? 1 : 0)
        isUp.set(1)
      } catch (error) {
        onError(error)
        isUp.set(0)
      }
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

type JobCount = { name: string; state: string; count: number; oldest: number | null }

async function readQueues(db: Services['db']) {
  const { rows } = await db.runForQueue(`
    select name, state, count(*)::integer as count,
      extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after < now()))::float as oldest
    from ${SCHEMA}.job where state <> 'completed' group by name, state`)
  const jobs = rows as JobCount[]
  const mails = await db.asSystem(tx =>
    tx.one<{ count: number }>(sql`select count(*)::integer as count from outbox where sent_at is null`),
  )
  return { jobs, oldestSeconds: Math.max(0, ...jobs.map(job => job.oldest ?? 0)), mails: mails.count }
}

export function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(hash(given), hash(token))
}

/** `GET /metrics`, for whoever has METRICS_TOKEN. Without that setting there is nothing at the address. */
export function serveMetrics(
  app: FastifyInstance,
  token: string | undefined,
  metrics: Metrics | null,
  countStreams: () => number,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!metrics || !token) return reply.callNotFound()
    if (!hasToken(request, token)) {
      reply.header('www-authenticate', 'Bearer')
      throw new Refusal(401, 'The metrics need the token of METRICS_TOKEN.')
    }
    const { type, text } = await metrics.read(countStreams(), error =>
      request.log.warn({ err: error }, 'the database did not answer for the metrics'),
    )
    return reply.type(type).send(text)
  })
}
