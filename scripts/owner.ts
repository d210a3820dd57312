import type pg from 'pg'
import { newClient } from '../database/connection/client.ts'
import { attachEmbedded, startEmbedded } from '../database/embedded/embedded.ts'
import { readConfig } from '../server/config.ts'
import { explainDatabase } from '../server/preflight.ts'

/** Connects operator commands to the database as its owner, with or without a running server. */
export async function withOwner(work: (owner: pg.Client) => Promise<void>) {
  const { migrateDatabaseUrl, dataDir } = readConfig(process.env)
  const running = migrateDatabaseUrl ? { ownerUrl: migrateDatabaseUrl } : await attachEmbedded(dataDir)
  const embedded = running ? null : await startEmbedded({ dataDir, say: () => {} })
  const owner = newClient({ connectionString: running?.ownerUrl ?? embedded?.ownerUrl })
  try {
    await owner.connect().catch(explainDatabase)
    await work(owner)
  } finally {
    await owner.end()
    await embedded?.stop()
  }
}
