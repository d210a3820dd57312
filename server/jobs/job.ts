import type { Database } from '../../database/connection/database.ts'
import type { QueueName } from '../../database/queues.ts'
import type { Config } from '../config.ts'

export type JobContext = { config: Config; db: Database; log: (error: unknown) => void }

/** `signal`: the process is stopping, or the job has run for too long. `removeWithinMs`: for the job `removing`; only tests shorten it. */
type RunContext = JobContext & { signal: AbortSignal; removeWithinMs: number }

/** A job of a slice (database/queues.ts), started by cron or, with data, by `enqueue`. server/slices.ts lists them. */
export type Job = {
  queue: QueueName
  /** How many a process runs concurrently, if they wait for others. */
  atOnce?: number
  run(context: RunContext, data: object): Promise<unknown>
}
