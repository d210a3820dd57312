import { connect } from '../../database/connection/database.ts'
import { readConfig } from '../../server/config.ts'
import { startJobs } from '../../server/jobs/jobs.ts'

/** A worker process with short polling intervals. */
const config = readConfig(process.env)
const db = connect(config.databaseUrl ?? '', { connections: 4 })
const jobs = startJobs({ config, db, log: console.error }, { pollSeconds: 0.5, watchSeconds: 1 })
process.on('SIGTERM', () =>
  jobs
    .stop()
    .then(() => db.close())
    .then(() => process.exit(0)),
)
process.send?.('started')
