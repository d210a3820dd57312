import { rmSync } from 'node:fs'
import { newClient } from '../../database/connection/client.ts'
import { projectRoot } from '../../database/migrate/sql-files.ts'
import { makeDatabase } from '../../tests/setup/make-database.ts'
import { startTestPostgres } from '../../tests/setup/postgres.ts'
import { copyCode } from './code-copy.ts'
import type { Mutation } from './mutation.ts'
import { startTestProcess, type TestProcess } from './test-process.ts'

export type Lane = Awaited<ReturnType<typeof openLane>>
/** Runs a test file on the mutated product. Returns what it noticed first, or null. */
type Run = (file: string) => Promise<string | null>

/** A PostgreSQL and a test process of their own: several mutations are tried at the same time. */
export async function openLane() {
  const { adminUrl, stop } = await startTestPostgres()
  /** Of the code as it is. */
  let usual: TestProcess | undefined

  /** Gives a new migrated database to `work`. Drops it afterwards, with those of tests that were stopped. */
  async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
    const { url } = await makeDatabase(adminUrl)
    try {
      return await work(url)
    } finally {
      await dropDatabases(adminUrl)
    }
  }

  async function withCopy<T>(mutations: Mutation[], work: (tests: TestProcess) => Promise<T>): Promise<T> {
    const copy = copyCode(mutations.flatMap(({ edit }) => edit ?? []))
    try {
      const tests = await startTestProcess(copy, adminUrl)
      return await work(tests).finally(tests.stop)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }

  return {
    withDatabase,
    /** Applies all of these mutations while `work` runs test files. */
    mutated: <T>(mutations: Mutation[], work: (run: Run) => Promise<T>): Promise<T> =>
      withDatabase(async url => {
        await mutateDatabase(url, mutations)
        const template = new URL(url).pathname.slice(1)
        const runWith = (tests: TestProcess) => work(file => tests.run(file, template))
        if (mutations.some(({ edit }) => edit)) return withCopy(mutations, runWith)
        usual ??= await startTestProcess(projectRoot, adminUrl)
        return runWith(usual)
      }),
    async close() {
      await usual?.stop()
      await stop()
    },
  }
}

/** Drops last: a dropped policy cannot be opened. */
async function mutateDatabase(url: string, mutations: Mutation[]): Promise<void> {
  const statements = mutations.flatMap(({ sql }) => sql ?? [])
  const isDrop = (statement: string) => statement.startsWith('drop')
  const owner = newClient({ connectionString: url })
  await owner.connect()
  try {
    for (const statement of statements.filter(one => !isDrop(one))) await owner.query(statement)
    for (const statement of statements.filter(isDrop)) await owner.query(statement)
  } finally {
    await owner.end()
  }
}

async function dropDatabases(adminUrl: string): Promise<void> {
  const admin = newClient({ connectionString: adminUrl })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'community\\_test\\_%'`,
    )
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`)
  } finally {
    await admin.end()
  }
}
