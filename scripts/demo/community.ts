import { existsSync } from 'node:fs'
import { newClient } from '../../database/connection/client.ts'
import { statementsOn } from '../../database/connection/database.ts'
import { startEmbedded } from '../../database/embedded/embedded.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { readConfig } from '../../server/config.ts'
import { openFiles } from '../../server/files/files.ts'
import { userOf } from '../../server/preflight.ts'
import { hashPassword } from '../../server/session/passwords.ts'
import { say } from '../command-line.ts'
import { fillDemo } from './fill.ts'

export const PASSWORD = 'chicago-demo-2026'

/** Makes this process use the demo community in this folder. Removes settings that could point to a real community. */
export function serveDemoFrom(folder: string): void {
  process.env.DATA_DIR = folder
  delete process.env.DATABASE_URL
  delete process.env.MIGRATE_DATABASE_URL
  delete process.env.S3_BUCKET
  // The demo sends no mail, unless an SMTP server is set: its members look at theirs at /outbox.
  process.env.OUTBOX_PAGE ??= 'on'
  process.env.BACKUP_TO ??= 'off'
}

export async function fillWhenEmpty(): Promise<void> {
  const config = readConfig(process.env)
  if (!existsSync(config.dataDir)) say('Making the demo community. This takes a few seconds, once.')
  const embedded = await startEmbedded({ dataDir: config.dataDir, say })
  const owner = newClient({ connectionString: embedded.ownerUrl })
  try {
    await migrate(embedded.ownerUrl, userOf(embedded.serverUrl))
    await owner.connect()
    const { rows } = await owner.query('select from users where password_hash is not null limit 1')
    if (rows.length > 0) return
    // One transaction: an interrupted demo is created again from the start.
    await owner.query('begin')
    await fillDemo({ tx: statementsOn(owner), files: openFiles(config), passwordHash: await hashPassword(PASSWORD) })
    await owner.query('commit')
  } finally {
    await owner.end()
    await embedded.stop()
  }
}
