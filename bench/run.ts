import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import type { Bench, Case } from './bench.ts'
import { measure, sameAnswer } from './measure.ts'
import { memoryOf, start } from './processes.ts'
import { row, title } from './table.ts'

const SESSIONS = 64

const wanted = process.argv.slice(2)
const files = readdirSync(join(import.meta.dirname, 'cases'))
  .filter(file => file.endsWith('.ts'))
  .sort()
const benches: Bench[] = []
for (const file of files) benches.push(((await import(`./cases/${file}`)) as { default: Bench }).default)
const chosen = benches.filter(bench => wanted.length === 0 || wanted.includes(bench.slice))

if (chosen.length === 0)
  throw new Error(`There is no bench of that name. There are: ${benches.map(one => one.slice).join(', ')}`)

const dataDir = mkdtempSync(join(tmpdir(), 'community-bench-'))
const embedded = await startEmbedded({ dataDir, say: line => console.log(line) })
let missed = 0
console.log(`PostgreSQL embedded, durable; ${cpus().length} cores; ours ÷ limit on the same SQL in one run\n`)
try {
  for (const bench of chosen) await runBench(bench)
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(missed ? `\n${missed} goal${missed === 1 ? '' : 's'} missed` : '\nevery goal met')

async function runBench(bench: Bench): Promise<void> {
  const p50 = new Map<string, number[]>()
  let measured: Case[] = []
  for (const size of bench.sizes) {
    const name = `bench_${bench.slice.replaceAll('-', '_')}_${size}`
    const urls = await makeDatabase(name)
    const owner = new pg.Client({ connectionString: urls.owner })
    await owner.connect()
    // Nobody watches while tables are filled.
    await owner.query('set app.quiet = on')
    const cookies = await makeSessions(owner)
    await bench.seed(owner, size)
    await owner.query('vacuum analyze')
    const cases = Array.isArray(bench.cases) ? bench.cases : await bench.cases(owner, size)
    measured = cases
    title(`${bench.slice}, ${size.toLocaleString('en')} rows`)
    await runCases(cases, urls, cookies, p50)
    await owner.end()
  }
  for (const [name, [small, ...rest]] of p50) {
    const large = rest.at(-1)
    if (small === undefined || large === undefined) continue
    const most = measured.find(one => one.name === name)?.growth
    const growth = large / small
    if (most !== undefined && growth > most) missed++
    console.log(
      `  growth of p50, ${name}: ${growth.toFixed(2)}${most ? ` (at most ${most}) ${growth <= most ? 'met' : 'MISSED'}` : ''}`,
    )
  }
}

async function runCases(
  cases: Case[],
  urls: { owner: string; server: string },
  cookies: string[],
  p50: Map<string, number[]>,
): Promise<void> {
  const env = {
    DATABASE_URL: urls.server,
    MIGRATE_DATABASE_URL: urls.owner,
    PORT: '0',
    LIMIT_WRITES_PER_MINUTE: '1000000',
    NODE_ENV: 'production',
  }
  const product = await start('product.ts', env)
  const limit = await start('limit.ts', {}, { url: urls.owner, statements: cases.map(one => one.limit) })
  console.log(`  the server at rest: ${memoryOf(product.pid).toFixed(0)} MB`)
  for (const [index, one] of cases.entries()) {
    await sameAnswer(one, index, product, limit, cookies)
    for (const connections of [1, 32]) {
      const { ours, theirs } = await measure(one, index, product, limit, cookies, connections)
      const ratio = ours.perSecond / theirs.perSecond
      const isMissed = connections === 32 && one.goal !== undefined && ratio < one.goal
      if (isMissed) missed++
      if (connections === 1) p50.set(one.name, [...(p50.get(one.name) ?? []), ours.p50])
      row(one, connections, ours, theirs, ratio, isMissed)
    }
    await sleep(100)
  }
  await product.stop()
  await limit.stop()
}

async function makeDatabase(name: string) {
  const admin = new URL(embedded.ownerUrl)
  admin.username = 'postgres'
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  await client.query(`create database ${name} owner community_owner`)
  await client.end()
  const owner = new URL(embedded.ownerUrl)
  const server = new URL(embedded.serverUrl)
  owner.pathname = server.pathname = `/${name}`
  await migrate(owner.href, 'community_login')
  return { owner: owner.href, server: server.href }
}

/** Members who ask: each connection of the load is another one. */
async function makeSessions(owner: pg.Client): Promise<string[]> {
  const tokens = Array.from({ length: SESSIONS }, () => randomBytes(32).toString('base64url'))
  for (const [i, token] of tokens.entries()) {
    const { rows } = await owner.query(`insert into users (email, username) values ($1, $2) returning id`, [
      `asker${i}@bench.test`,
      `Asker ${i}`,
    ])
    await owner.query('insert into profiles (user_id, full_name) values ($1, $2)', [rows[0].id, `Asker ${i}`])
    await owner.query(
      `insert into sessions (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 day')`,
      [rows[0].id, createHash('sha256').update(token).digest()],
    )
  }
  return tokens.map(token => `session=${token}`)
}
