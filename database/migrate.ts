import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { newClient } from './client.ts'
import { Problem } from './problem.ts'

const projectRoot = join(import.meta.dirname, '..')
const LOCK = 4_207_011 // any number, the same in every process of ours

/** What the tables of the slices refer to comes first. */
const FIRST = ['database/accounts.sql', 'database/search.sql', 'features/profile/tables.sql']

/**
 * Brings a database up to date. Tables have a history: each tables.sql once, then each later step beside it (tables/0002_….sql), in the
 * order of their numbers. Functions, triggers, views, policies and grants have a present: when any rules.sql or triggers.sql changed, all
 * of them are dropped and made anew in one transaction.
 * Safe when several processes start at once: the others wait for the lock and find nothing left to do.
 * `servingUser` is the login that requests come in by; it gets the serving role.
 */
export async function migrate(
  ownerUrl: string,
  servingUser: string,
  { root = projectRoot } = {},
): Promise<{ migrations: number; rules: boolean }> {
  const owner = newClient({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    await makeRoles(owner)
    await owner.query(`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), hash text);
      create table if not exists applied_rules (only_one boolean primary key default true check (only_one), hash text not null);
      alter table migrations enable row level security; alter table applied_rules enable row level security`)
    const migrations = await applySteps(owner, root)
    const rules = await applyRules(owner, root)
    await letServe(owner, servingUser)
    return { migrations, rules }
  } finally {
    await owner.end()
  }
}

/** The files that make a schema, in the order in which they are applied. */
export function sqlFiles(root = projectRoot): { steps: string[]; rules: string[] } {
  const found = (pattern: string) => globSync(pattern, { cwd: root }).sort()
  const baseline = found('features/*/tables.sql').filter(file => !FIRST.includes(file))
  const later = [...found('database/tables/*.sql'), ...found('features/*/tables/*.sql')]
  const number = (file: string) => file.split('/').at(-1) ?? ''
  return {
    steps: [...FIRST, ...baseline, ...later.sort((a, b) => (number(a) < number(b) ? -1 : 1))],
    rules: [...found('database/rules.sql'), ...found('features/*/rules.sql'), ...found('database/triggers.sql'), ...found('features/*/triggers.sql')],
  }
}

/** Roles belong to the whole cluster, hence the prefix, and hence another database may have made them already. */
async function makeRoles(owner: pg.Client): Promise<void> {
  await owner.query(`do $$ declare missing text; begin
    foreach missing in array array['community_member', 'community_visitor', 'community_server'] loop
      if not exists (select from pg_roles where rolname = missing) then
        begin
          execute format('create role %I nologin noinherit', missing);
        exception when duplicate_object or unique_violation then null; -- another database's migration was quicker
        end;
      end if;
    end loop;
    if not pg_has_role('community_server', 'community_member', 'member') then grant community_member to community_server; end if;
    if not pg_has_role('community_server', 'community_visitor', 'member') then grant community_visitor to community_server; end if;
  end $$`)
}

async function letServe(owner: pg.Client, servingUser: string): Promise<void> {
  const { rows } = await owner.query<{ does: boolean }>(
    `select pg_has_role($1, 'community_server', 'member') as does`,
    [servingUser],
  )
  if (!rows[0]?.does) await owner.query(`grant community_server to ${pg.escapeIdentifier(servingUser)}`)
}

async function applySteps(owner: pg.Client, root: string): Promise<number> {
  const { rows } = await owner.query<{ name: string; hash: string | null }>('select name, hash from migrations')
  const done = new Map(rows.map(row => [row.name, row.hash]))
  const steps = sqlFiles(root).steps.map(name => ({ name, ...readSql(root, name) }))
  for (const { name, hash } of steps) if (done.has(name) && done.get(name) !== hash) throw edited(name)
  const waiting = steps.filter(({ name }) => !done.has(name))
  if (done.has('0001_accounts.sql')) await carryOver(owner, root, steps.map(one => one))
  for (const { name, text, hash } of waiting) {
    await inOneTransaction(owner, async () => {
      // A function may speak of one that the rules define, which come after.
      await owner.query('set local check_function_bodies = off')
      await owner.query(text)
      await owner.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    })
  }
  return waiting.length
}
async function inOneTransaction(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('begin')
  try {
    await work()
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

