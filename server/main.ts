import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection/database.ts'
import { Problem } from '../database/connection/problem.ts'
import { type Embedded, startEmbedded } from '../database/embedded/embedded.ts'
import { buildApp } from './app.ts'
import { refuseUnfinished } from './backup/unfinished.ts'
import { type Config, readConfig } from './config.ts'
import { startJobs } from './jobs/jobs.ts'
import { openDatabase } from './open-database.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** `url` is the public address; `address` is where this process listens, possibly behind a proxy. */
type Started = { url: string; address: string; cold: boolean; stop(): Promise<void> }

/** Starts everything in order: settings, database, migrations, server. Throws a Problem for errors that the operator can fix. */
export async function main({ say }: { say: (line: string) => void }): Promise<Started> {
  const config = readConfig(process.env)
  refuseUnfinished(config.dataDir)
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, say })
  let db: Database | undefined
  try {
    db = await openDatabase(config, embedded)
    const app = await buildApp({ config, db })
    await listen(app, config)
    return run(app, db, embedded, config)
  } catch (error) {
    await db?.close()
    await embedded?.stop()
    throw error
  }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Problem(
        `Port ${port} is in use by another program.`,
        `Stop that program, or choose another port: PORT=${port + 1} npm start`,
      )
    if (code === 'EACCES')
      throw new Problem(`Port ${port} may not be opened by this user.`, 'Choose a port above 1023: PORT=3000 npm start')
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Problem(
        `This machine has no address '${host}'.`,
        'Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.',
      )
    throw error
  }
}

function run(app: FastifyInstance, db: Database, embedded: Embedded | null, config: Config): Started {
  const log = (error: unknown) => app.log.error({ err: error }, 'background work failed')
  const jobs = config.jobs ? startJobs({ config, db, log }) : null

  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      // Running jobs (such as sending a mail) and open requests finish at the same time.
      await Promise.all([jobs?.stop(), app.close()])
      await db.close()
      await embedded?.stop()
    })()
    return stopping
  }
  stopOnSignal(stop, (error, message) => app.log.error({ err: error }, message))
  const { port } = app.server.address() as { port: number }
  return {
    url: config.publicUrl.replace(/:0$/, `:${port}`),
    address: app.listeningOrigin,
    cold: embedded?.how === 'created',
    stop,
  }
}
