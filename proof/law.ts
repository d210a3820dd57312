import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newClient } from '../database/connection/client.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { projectRoot } from '../database/migrate/sql-files.ts'
import { userOf } from '../server/preflight.ts'
import { schema } from '../tests/schema.ts'

const run = promisify(execFile)
/** The tests of what the catalogue says. That of the routes depends on the code more than on the copy. */
const LAW = ['tests/law/tables.test.ts', 'tests/law/functions.test.ts']

/** Whether schema, policies and grants of a database equal those of a new one on the same server, and the law tests pass on copies of it. */
export async function lawHolds(url: string, adminUrl: string, say: (line: string) => void): Promise<boolean> {
  const fresh = await newDatabase(adminUrl)
  await migrate(fresh, userOf(fresh))
  const isSame = JSON.stringify(await schemaOf(url)) === JSON.stringify(await schemaOf(fresh))
  say(`schema, policies and grants ${isSame ? 'are those of a new database' : 'DIFFER from those of a new database'}`)
  const env = { ...process.env, TEST_DATABASE_URL: adminUrl, TEST_TEMPLATE_DATABASE: new URL(url).pathname.slice(1) }
  const { total, failed } = await lawTests(env)
  say(`${total - failed.length} of ${total} law tests pass on the copy`)
  for (const failure of failed) say(failure)
  return isSame && failed.length === 0 && total > 0
}

type Test = { fullName: string; status: string; failureMessages: string[] }

async function lawTests(env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'community-law-'))
  const results = join(folder, 'results.json')
  const args = ['run', '--project', 'postgres', '--maxWorkers=1', '--reporter=json', `--outputFile=${results}`, ...LAW]
  try {
    // A failing test is listed below.
    await run(join(projectRoot, 'node_modules/.bin/vitest'), args, { cwd: projectRoot, env }).catch(() => undefined)
    const { testResults = [] } = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {}
    const tests: Test[] = testResults.flatMap(({ assertionResults }: { assertionResults: Test[] }) => assertionResults)
    const failed = tests.filter(({ status }) => status !== 'passed')
    return { total: tests.length, failed: failed.map(test => [test.fullName, ...test.failureMessages].join('\n')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function schemaOf(url: string): Promise<object[]> {
  const owner = newClient({ connectionString: url })
  await owner.connect()
  try {
    return (await owner.query(schema.toQuery())).rows
  } finally {
    await owner.end()
  }
}

/** The URL of a new, empty database on that server. */
export async function newDatabase(adminUrl: string): Promise<string> {
  const admin = newClient({ connectionString: adminUrl })
  await admin.connect()
  const name = `community_proof_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`).finally(() => admin.end())
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
