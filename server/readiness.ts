import type { FastifyInstance } from 'fastify'
import { staleBackup } from './backup/stale.ts'
import { hasToken } from './metrics.ts'
import { unavailable } from './request/errors.ts'
import type { Services } from './services.ts'

const VALID_MS = 1000
const BACKUP_CHECK_MS = 3_600_000

/**
 * `/readyz`, for load balancers: whether the database answers and the process does not end. Anybody may ask, as often as they like: one check answers all requests that
 * come during it and in the second after it, and only callers with METRICS_TOKEN are told that the backups are too old.
 */
export function serveReadiness(
  app: FastifyInstance,
  { db, config }: Pick<Services, 'db' | 'config'>,
  isClosing: () => boolean,
): void {
  let answer: Promise<boolean> | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let backupCheckedAt = Number.NEGATIVE_INFINITY

  /** An old backup is no reason to stop sending requests here. */
  async function checkBackup(): Promise<void> {
    if (performance.now() - backupCheckedAt < BACKUP_CHECK_MS) return
    const stale = await staleBackup(db, config)
    backupCheckedAt = performance.now()
    if (stale) app.log.warn(stale, 'the last backup is older than 26 hours')
  }
  async function check(): Promise<boolean> {
    try {
      await db.pool.query('select 1')
      await checkBackup()
      return true
    } catch (error) {
      app.log.warn({ err: error }, 'not ready: the database did not answer')
      return false
    } finally {
      answeredAt = performance.now()
    }
  }

  app.get('/readyz', { exposeHeadRoute: true }, async request => {
    if (isClosing()) throw unavailable()
    // During a check, answeredAt is infinite.
    if (!answer || performance.now() - answeredAt >= VALID_MS) {
      answeredAt = Number.POSITIVE_INFINITY
      answer = check()
    }
    if (!(await answer)) throw unavailable()
    const { metricsToken } = config
    const details = metricsToken && hasToken(request, metricsToken) ? await staleBackup(db, config) : null
    return details ? { ok: true, details } : { ok: true }
  })
}
