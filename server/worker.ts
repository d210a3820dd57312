import { pino } from 'pino'
import { Problem } from '../database/connection/problem.ts'
import { attachEmbedded } from '../database/embedded/embedded.ts'
import { refuseUnfinished } from './backup/unfinished.ts'
import { readConfig } from './config.ts'
import { startJobs } from './jobs/jobs.ts'
import { logStream } from './log.ts'
import { openDatabase } from './open-database.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Runs the background jobs in a separate process: for servers with JOBS=off, or in addition to servers that run jobs themselves. */
export async function runWorker(): Promise<void> {
  const config = readConfig(process.env)
  refuseUnfinished(config.dataDir)
  const embedded = config.databaseUrl ? null : await attachEmbedded(config.dataDir)
  if (!config.databaseUrl && !embedded)
    throw new Problem(
      `No server is running with the embedded database in ${config.dataDir}.`,
      'Start the server first (npm start), or set DATABASE_URL.',
    )
  const db = await openDatabase(config, embedded)
  const log = pino({ level: config.logLevel }, logStream())
  const jobs = startJobs({ config, db, log: error => log.error({ err: error }, 'background work failed') })
  const stop = async () => {
    await jobs.stop()
    await db.close()
  }
  stopOnSignal(stop, (error, message) => log.error({ err: error }, message))
}
