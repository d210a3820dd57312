import { newClient } from '../../database/connection/client.ts'
import { makeDatabase } from '../../tests/setup/make-database.ts'
import { startTestPostgres } from '../../tests/setup/postgres.ts'
import { copyCode } from './code-copy.ts'
import type { Mutation } from './mutation.ts'
import { startTestProcess } from './test-process.ts'

export type Lane = Awaited<ReturnType<typeof openLane>>
/** Runs a test file on the mutated product. Returns what it noticed first, or null. */
type Run = (file: string) => Promise<string | null>

/** A PostgreSQL and a test process of their own: several mutations are tried at the same time. */
export async function openLane() {
  const { adminUrl, stop } = await startTestPostgres()
  const code = copyCode()
  const tests = await startTestProcess(code.root, adminUrl)

  /** Gives a new migrated database to `work`. Drops it afterwards, with those of tests that were stopped. */
  async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
    const { url } = await makeDatabase(adminUrl)
    try {
      return await work(url)
    } finally {
      await dropDatabases(adminUrl)
    }
  }

  return {
    withDatabase,
    /** Applies all of these mutations while `work` runs test files. */
    mutated: <T>(mutations: Mutation[], work: (run: Run) => Promise<T>): Promise<T> =>
      withDatabase(async url => {
        await mutateDatabase(url, mutations)
        const template = new URL(url).pathname.slice(1)
        const edits = mutations.flatMap(({ edit }) => edit ?? [])
        const changed = edits.map(({ file }) => file)
        code.change(edits)
        try {
          return await work(file => tests.run({ file, template, changed }))
        } finally {
          code.restore(edits)
          tests.forget(changed)
        }
      }),
    async close() {
      await tests.stop()
      code.remove()
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
