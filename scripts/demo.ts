import { existsSync } from 'node:fs'
import pg from 'pg'
import { over } from '../database/database.ts'
import { fillDemo } from '../database/demo.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { DEMO_EMAIL } from '../features/members/demo.ts'
import { readConfig } from '../server/config.ts'
import { openFiles } from '../server/files.ts'
import { hashPassword } from '../server/passwords.ts'
import { userOf } from '../server/preflight.ts'
import { buildWeb } from './build.ts'
import { plainly, say } from './plainly.ts'

const PASSWORD = 'chicago-demo-2026'

/** `npm run demo`: a lively community in a folder of its own. It never touches a real one. */
process.env.DATA_DIR = process.env.DEMO_DATA_DIR || './demo-data'
delete process.env.DATABASE_URL
delete process.env.MIGRATE_DATABASE_URL
delete process.env.S3_BUCKET

await plainly(async () => {
  await buildWeb(say)
  await fillWhenEmpty()
  const { main } = await import('../server/main.ts')
  const { url } = await main({ say })
  say(`\nThe demo community is at ${url}\nSign in as ${DEMO_EMAIL} with the password ${PASSWORD}`)
})

async function fillWhenEmpty(): Promise<void> {
  const config = readConfig(process.env)
  if (!existsSync(config.dataDir)) say('Making the demo community. This takes a few seconds, once.')
  const embedded = await startEmbedded({ dataDir: config.dataDir, say })
  const owner = new pg.Client({ connectionString: embedded.ownerUrl })
  try {
    await migrate(embedded.ownerUrl, userOf(embedded.serverUrl))
    await owner.connect()
    const { rows } = await owner.query('select from users where password_hash is not null limit 1')
    if (rows.length > 0) return
    // All of it or nothing: a demo that was interrupted is begun again.
    await owner.query('begin')
    await fillDemo({ tx: over(owner), files: openFiles(config), passwordHash: await hashPassword(PASSWORD) })
    await owner.query('commit')
  } finally {
    await owner.end()
    await embedded.stop()
  }
}
