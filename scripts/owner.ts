import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { newClient } from '../database/connection/client.ts'
import { Problem } from '../database/connection/problem.ts'
import { attachEmbedded, startEmbedded } from '../database/embedded/embedded.ts'
import { readConfig } from '../server/config.ts'
import { explainDatabase } from '../server/preflight.ts'

/** The address of the database for its owner, with or without a running server. */
export async function withOwnerUrl<T>(work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const { migrateDatabaseUrl, dataDir } = readConfig(process.env)
  const running = migrateDatabaseUrl ? { ownerUrl: migrateDatabaseUrl } : await attachEmbedded(dataDir)
  if (running) return work(running.ownerUrl)
  if (!existsSync(join(dataDir, 'postgres')))
    throw new Problem(
      `There is no database in ${dataDir}.`,
      'Set DATA_DIR to the folder of the community, or start the server once, which creates one.',
    )
  const embedded = await startEmbedded({ dataDir, say: () => {} })
  return work(embedded.ownerUrl).finally(() => embedded.stop())
}

/** Connects operator commands to the database as its owner. */
export const withOwner = (work: (owner: pg.Client) => Promise<void>) =>
  withOwnerUrl(async ownerUrl => {
    const owner = newClient({ connectionString: ownerUrl })
    try {
      await owner.connect().catch(explainDatabase)
      await work(owner)
    } finally {
      await owner.end()
    }
  })
