import type { FastifyInstance } from 'fastify'
import { connect, type Database } from '../database/connection/database.ts'
import { Problem } from '../database/connection/problem.ts'
import { type Embedded, startEmbedded } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { startCleaning } from './jobs/cleaning.ts'
import { startMail } from './mail/mail.ts'
import { checkDatabase, explainDatabase, userOf } from './preflight.ts'

/** `url` is what members open; `address` is where this process listens, which a proxy may stand before. */
export type Started = { url: string; address: string; cold: boolean; stop(): Promise<void> }

/** Starts everything in order: settings, database, migrations, server. Says plainly what is wrong when something is. */
export async function main({ say }: { say: (line: string) => void }): Promise<Started> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, say })
  const urls = {
    owner: embedded?.ownerUrl ?? config.migrateDatabaseUrl ?? '',
    server: embedded?.serverUrl ?? config.databaseUrl ?? '',
  }
  let db: Database | undefined
  try {
    await migrate(urls.owner, userOf(urls.server)).catch(explainDatabase)
    db = connect(urls.server, { connections: config.databaseConnections, pipeline: config.databasePipeline })
    await checkDatabase(db)
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
  // A promise that nobody waits for has failed: our mistake, and worth a line in the log, but no reason to stop serving everybody.
  process.on('unhandledRejection', error => app.log.error({ err: error }, 'unhandled promise rejection'))
  const mail = startMail({ config, db, log })
  const cleaning = startCleaning(db, config, log)

  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      cleaning.stop()
      // A mail that is under way is sent and marked as sent, while requests finish.
      await Promise.all([mail.stop(), app.close()])
      await db.close()
      await embedded?.stop()
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // Whatever still runs after ten seconds is cut off.
      setTimeout(() => process.exit(1), 10_000).unref()
      stop().then(
        () => process.exit(0),
        error => {
          app.log.error({ err: error }, 'could not stop in order')
          process.exit(1)
        },
      )
    })
  const { port } = app.server.address() as { port: number }
  return {
    url: config.publicUrl.replace(/:0$/, `:${port}`),
    address: app.listeningOrigin,
    cold: embedded?.how === 'created',
    stop,
  }
}
