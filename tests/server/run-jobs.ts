import { onTestFinished } from 'vitest'
import { startJobs } from '../../server/jobs/jobs.ts'
import type { TestServer } from '../test-server.ts'

/** Runs the jobs of a test server until the test ends. `failures` are the errors that were logged. */
export function runJobs(server: TestServer, smtpUrl?: string, settings: Parameters<typeof startJobs>[1] = {}) {
  const failures: unknown[] = []
  const config = { ...server.config, smtpUrl }
  const jobs = startJobs({ config, db: server.db, log: error => failures.push(error) }, settings)
  onTestFinished(() => jobs.stop())
  return { failures, stop: () => jobs.stop() }
}
