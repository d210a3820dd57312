import type { FastifyInstance } from 'fastify'
import { staleBackup } from './backup/stale.ts'
import { keepAnswer } from './keep-answer.ts'
import { hasToken } from './metrics.ts'
import { unavailable } from './request/errors.ts'
import type { Services } from './services.ts'

const VALID_MS = 1000
const BACKUP_CHECK_MS = 3_600_000

/**
 * `/readyz`, for load balancers: whether the database answers and the process is not shutting down. Its answer is kept for a second, and only callers
 * with METRICS_TOKEN are told that the backups are too old.
 */
export function serveReadiness(
  app: FastifyInstance,
  { db, config }: Pick<Services, 'db' | 'config'>,
  isClosing: () => boolean,
): void {
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
    }
  }
  const isReady = keepAnswer(VALID_MS, check)

  app.get('/readyz', { exposeHeadRoute: true }, async request => {
    if (isClosing()) throw unavailable()
    if (!(await isReady())) throw unavailable()
    const { metricsToken } = config
    const details = metricsToken && hasToken(request, metricsToken) ? await staleBackup(db, config) : null
    return details ? { ok: true, details } : { ok: true }
  })
}
