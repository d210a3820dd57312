import type { Database } from '../../database/connection/database.ts'
import type { QueueName } from '../../database/queues.ts'
import type { Config } from '../config.ts'

export type JobContext = { config: Config; db: Database; log: (error: unknown) => void }

/** A job of a slice, started by cron (database/queues.ts). server/slices.ts lists them. */
export type Job = { queue: QueueName; run(context: JobContext): Promise<void> }
