import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { makeDatabase } from '../setup/make-database.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
const folder = mkdtempSync(join(tmpdir(), 'community-migrations-'))
beforeAll(async () => {
  cpSync(join(import.meta.dirname, '../../database/migrations'), folder, { recursive: true })
  database = await makeDatabase(inject('adminUrl'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const again = () => migrate(database.url, decodeURIComponent(new URL(database.url).username), { folder })
const file = join(folder, '0001_accounts.sql')
const original = readFileSync(join(import.meta.dirname, '../../database/migrations/0001_accounts.sql'), 'utf8')

async function ask(text: string) {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  try {
    return (await owner.query(text)).rows
  } finally {
    await owner.end()
  }
}

test('an applied migration that was edited stops the start and is named; put back, it starts again', async () => {
  expect(await again()).toEqual({ migrations: 0, rules: false })
  writeFileSync(file, `${original}\n-- a second thought`)
  await expect(again()).rejects.toThrow(
    'The migration database/migrations/0001_accounts.sql was changed after this database had applied it.',
  )
  // The line endings of another system are no change.
  writeFileSync(file, original.replaceAll('\n', '\r\n'))
  expect(await again()).toEqual({ migrations: 0, rules: false })
})

test('a database of an earlier release, which kept no hashes, gets them at first sight and is held to them from then on', async () => {
  await ask('alter table migrations drop column hash')
  writeFileSync(file, original)
  expect(await again()).toEqual({ migrations: 0, rules: false })
  expect(await ask('select count(*)::int as without from migrations where hash is null')).toEqual([{ without: 0 }])
  writeFileSync(file, `${original}\nselect 1;`)
  await expect(again()).rejects.toThrow('0001_accounts.sql')
})

test('an edited migration stops before a new one is applied', async () => {
  writeFileSync(file, `${original}\nselect 2;`)
  writeFileSync(join(folder, '9999_new.sql'), 'create table brand_new (id integer)')
  await expect(again()).rejects.toThrow('0001_accounts.sql')
  writeFileSync(file, original)
  expect((await again()).migrations).toBe(1)
  expect(await ask("select to_regclass('brand_new')::text as made")).toEqual([{ made: 'brand_new' }])
})
