import { connect } from '../../database/connection/database.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'

/** A second server process on the same database. */
const config = readConfig(process.env)
const app = await buildApp({ config, db: connect(config.databaseUrl ?? '') })
process.on('SIGTERM', () => app.close().then(() => process.exit(0)))
process.send?.(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
