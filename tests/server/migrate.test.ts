import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../database/migrate/migrate.ts'
import { projectRoot, sqlFiles } from '../../database/migrate/sql-files.ts'
import { makeDatabase } from '../setup/make-database.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
/** A copy of the SQL files, which the tests change. */
const root = mkdtempSync(join(tmpdir(), 'community-sql-'))
beforeAll(async () => {
  for (const file of Object.values(sqlFiles()).flat()) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(projectRoot, file), join(root, file))
  }
  database = await makeDatabase(inject('adminUrl'))
})
afterAll(async () => {
  rmSync(root, { recursive: true })
  await database.drop()
})

const again = () => migrate(database.url, decodeURIComponent(new URL(database.url).username), { root })
const file = join(root, 'database/accounts.sql')
const original = readFileSync(join(projectRoot, 'database/accounts.sql'), 'utf8')

async function ask(text: string) {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  try {
    return (await owner.query(text)).rows
  } finally {
    await owner.end()
  }
}

test('a step that was edited after it was applied stops the start with its name, until it is restored', async () => {
  expect(await again()).toEqual({ steps: 0, rules: false })
  writeFileSync(file, `${original}\n-- a second thought`)
  await expect(again()).rejects.toThrow('database/accounts.sql was changed after this database had applied it.')
  // CRLF line endings do not count as a change.
  writeFileSync(file, original.replaceAll('\n', '\r\n'))
  expect(await again()).toEqual({ steps: 0, rules: false })
})

test('an edited step stops the run before new steps are applied; new steps run in numeric order', async () => {
  writeFileSync(file, `${original}\nselect 2;`)
  mkdirSync(join(root, 'features/events/tables'), { recursive: true })
  mkdirSync(join(root, 'database/tables'), { recursive: true })
  writeFileSync(join(root, 'features/events/tables/9002_new.sql'), 'create table brand_new (id integer)')
  writeFileSync(join(root, 'database/tables/9003_more.sql'), 'alter table brand_new add column more integer')
  await expect(again()).rejects.toThrow('accounts.sql')
  writeFileSync(file, original)
  expect((await again()).steps).toBe(2)
  expect(
    await ask(
      "select count(*)::int as columns from pg_attribute where attrelid = 'brand_new'::regclass and attnum > 0",
    ),
  ).toEqual([{ columns: 2 }])
})

test('rules are applied again when grants are missing, as after restoring a dump into a new cluster', async () => {
  await ask('revoke all on profiles from community_member')
  expect(await again()).toMatchObject({ rules: true })
  const granted = "select has_table_privilege('community_member', 'profiles', 'select') as has"
  expect(await ask(granted)).toEqual([{ has: true }])
  expect(await again()).toMatchObject({ rules: false })
})

test('a failing migration changes nothing, not even by the steps before it, and says so', async () => {
  const good = join(root, 'database/tables/9004_good.sql')
  const broken = join(root, 'database/tables/9005_broken.sql')
  writeFileSync(good, 'create table whole (id integer)')
  writeFileSync(broken, 'create table half (id integer); select 1 / 0')
  const failure = await again().catch(error => error)
  expect(failure.message).toBe('The migration failed in database/tables/9005_broken.sql: division by zero (22012).')
  expect(failure.remedy).toContain('Nothing was changed')
  const made = "select to_regclass('half') as half, to_regclass('whole') as whole"
  expect(await ask(made)).toEqual([{ half: null, whole: null }])
  rmSync(broken)
  rmSync(good)
  expect(await again()).toEqual({ steps: 0, rules: false })
})

test('failing rules undo the steps and the queue of the same migration', async () => {
  const step = join(root, 'database/tables/9004_good.sql')
  const rules = join(root, 'features/events/rules.sql')
  const text = readFileSync(rules, 'utf8')
  writeFileSync(step, 'create table whole (id integer)')
  writeFileSync(rules, `${text}\nselect nowhere();`)
  await expect(again()).rejects.toThrow('The migration failed in features/events/rules.sql')
  expect(await ask("select to_regclass('whole') as whole")).toEqual([{ whole: null }])
  rmSync(step)
  writeFileSync(rules, text)
  expect(await again()).toEqual({ steps: 0, rules: false })
})

test('a database of a later release is refused and not changed', async () => {
  await ask("insert into migrations (name, hash) values ('features/forum/tables/9999_later.sql', 'x')")
  const before = await ask('select hash from applied_rules')
  await expect(again()).rejects.toThrow('This database was migrated by a later release')
  expect(await ask('select hash from applied_rules')).toEqual(before)
  await ask("delete from migrations where hash = 'x'")
  expect(await again()).toEqual({ steps: 0, rules: false })
})

test('objects removed from rules and triggers are dropped, functions used by tables stay, and an error changes nothing', async () => {
  const triggers = join(root, 'features/events/triggers.sql')
  const text = readFileSync(triggers, 'utf8')
  writeFileSync(
    triggers,
    `${text}
    create function soon_gone() returns trigger language plpgsql as 'begin return new; end';
    create trigger soon_gone before insert on events for each row execute function soon_gone();
    create view soon_gone as select * from events;
    create policy soon_gone on events for select to community_member using (false);
    grant select on event_changes to community_member;`,
  )
  const there = () =>
    ask(`select (select count(*)::int from pg_proc where proname = 'soon_gone') as functions,
      (select count(*)::int from pg_trigger where tgname = 'soon_gone') as triggers, to_regclass('soon_gone')::text as view,
      (select count(*)::int from pg_policies where policyname = 'soon_gone') as policies,
      has_table_privilege('community_member', 'event_changes', 'select') as may,
      (select count(*)::int from pg_proc where proname in ('plain', 'words_of', 'word_starts', 'urgency_rank')) as needed`)
  expect(await again()).toEqual({ steps: 0, rules: true })
  expect(await there()).toEqual([{ functions: 1, triggers: 1, view: 'soon_gone', policies: 1, may: true, needed: 4 }])
  writeFileSync(triggers, `${text} create policy bad on nowhere for select using (true);`)
  await expect(again()).rejects.toThrow('nowhere')
  expect(await there()).toEqual([{ functions: 1, triggers: 1, view: 'soon_gone', policies: 1, may: true, needed: 4 }])
  writeFileSync(triggers, text)
  expect(await again()).toEqual({ steps: 0, rules: true })
  expect(await there()).toEqual([{ functions: 0, triggers: 0, view: null, policies: 0, may: false, needed: 4 }])
})

test('the sequence of live changes is logged, unlike its table: a promoted standby could not read it', async () => {
  const persistence = 'select relname as name, relpersistence as persistence from pg_class'
  expect(await ask(`${persistence} where relname in ('live_changes', 'live_changes_id_seq') order by relname`)).toEqual(
    [
      { name: 'live_changes', persistence: 'u' },
      { name: 'live_changes_id_seq', persistence: 'p' },
    ],
  )
})
