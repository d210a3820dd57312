import { connect, type Database } from '../database/connection/database.ts'
import type { Urls } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate/migrate.ts'
import type { Config } from './config.ts'
import { checkDatabase, explainDatabase, userOf } from './preflight.ts'

/** Migrates the database and connects as the serving role. `embedded` holds the URLs of the embedded database when DATABASE_URL is not set. */
export async function openDatabase(config: Config, embedded: Urls | null): Promise<Database> {
  const owner = embedded?.ownerUrl ?? config.migrateDatabaseUrl ?? ''
  const server = embedded?.serverUrl ?? config.databaseUrl ?? ''
  await migrate(owner, userOf(server)).catch(explainDatabase)
  const db = connect(server, { connections: config.databaseConnections, pipeline: config.databasePipeline })
  try {
    await checkDatabase(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
