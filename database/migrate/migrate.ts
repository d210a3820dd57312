import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { newClient } from '../connection/client.ts'
import { Problem } from '../connection/problem.ts'
import { carryOver } from './carry-over.ts'
import { dropRules } from './drop-rules.ts'
import { installQueue, stateOfQueue } from './queue.ts'
import { projectRoot, sqlFiles } from './sql-files.ts'
import { markApplied, type Step } from './step.ts'

/** Key of the advisory lock: an arbitrary number. */
const LOCK = 4_207_011

/**
 * Migrates a database. Tables have a history: each tables.sql is applied once, then each later step in tables/. Functions, triggers,
 * views, policies and grants have none: when a step was applied, or any rules.sql or triggers.sql or the job queue has changed, all of them are
 * dropped and created again. All of this is one transaction: if anything fails, the database stays as it was.
 * Safe when several processes start concurrently: the others wait for the advisory lock and find nothing to do.
 * `servingUser` is the login of the server; it is granted the serving role.
 */
export async function migrate(
  ownerUrl: string,
  servingUser: string,
  { root = projectRoot } = {},
): Promise<{ steps: number; rules: boolean }> {
  const owner = newClient({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await lockAndMakeRoles(owner)
    const done = await inOneTransaction(owner, async () => {
      await makeHistory(owner)
      const all = readSteps(root)
      await carryOver(owner, all)
      const steps = await applySteps(owner, all)
      return { steps, rules: await applyRules(owner, root, steps > 0) }
    })
    await grantServingRole(owner, servingUser)
    return done
  } finally {
    await owner.end()
  }
}

export async function lockAndMakeRoles(owner: pg.Client): Promise<void> {
  await owner.query('select pg_advisory_lock($1)', [LOCK])
  await makeRoles(owner)
}

/** Looks first: creating or altering a table would wait for a running backup. */
export async function makeHistory(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ found: boolean }>(
    `select to_regclass('migrations') is not null and to_regclass('applied_rules') is not null as found`,
  )
  if (rows[0]?.found) return
  await owner.query(`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), hash text);
    create table if not exists applied_rules (only_one boolean primary key default true check (only_one), hash text not null);
    alter table migrations enable row level security; alter table applied_rules enable row level security`)
}

const read = (root: string, name: string) => readFileSync(join(root, name), 'utf8').replaceAll('\r\n', '\n')

/** The steps of this release in the order in which they are applied. */
export const readSteps = (root = projectRoot): Step[] =>
  sqlFiles(root).steps.map(name => ({ name, text: read(root, name), hash: hashOf(read(root, name)) }))

/** Roles are shared by all databases of a cluster: hence the prefix, and another database may already have created them. */
async function makeRoles(owner: pg.Client): Promise<void> {
  await owner.query(`do $$ declare missing text; begin
    foreach missing in array array['community_member', 'community_visitor', 'community_jobs', 'community_server'] loop
      if not exists (select from pg_roles where rolname = missing) then
        begin
          execute format('create role %I nologin noinherit', missing);
        exception when duplicate_object or unique_violation then null; -- a concurrent migration of another database created it
        end;
      end if;
    end loop;
    if not pg_has_role('community_server', 'community_member', 'member') then grant community_member to community_server; end if;
    if not pg_has_role('community_server', 'community_visitor', 'member') then grant community_visitor to community_server; end if;
    if not pg_has_role('community_server', 'community_jobs', 'member') then grant community_jobs to community_server; end if;
  end $$`)
}

async function grantServingRole(owner: pg.Client, servingUser: string): Promise<void> {
  const { rows } = await owner.query<{ is_member: boolean }>(
    `select pg_has_role($1, 'community_server', 'member') as is_member`,
    [servingUser],
  )
  if (!rows[0]?.is_member) await owner.query(`grant community_server to ${pg.escapeIdentifier(servingUser)}`)
}

/** Applies the steps that are not applied yet, in the caller's transaction. Returns their number. */
export async function applySteps(owner: pg.Client, steps: Step[]): Promise<number> {
  const { rows } = await owner.query<{ name: string; hash: string }>('select name, hash from migrations')
  const done = new Map(rows.map(row => [row.name, row.hash]))
  for (const name of done.keys()) if (!steps.some(step => step.name === name)) throw later(name)
  for (const { name, hash } of steps) if (done.has(name) && done.get(name) !== hash) throw edited(name)
  const pending = steps.filter(({ name }) => !done.has(name))
  for (const step of pending) {
    await owner.query(step.text).catch(error => {
      throw failed(step.name, error)
    })
    await markApplied(owner, step)
  }
  return pending.length
}

/** This release does not know what the step changed, and would write rows that the later release does not expect. */
const later = (name: string) =>
  new Problem(
    `This database was migrated by a later release, which has the step ${name}.`,
    'Start that release or a later one, or restore the backup from before the upgrade. Nothing was changed.',
  )

/** Errors of the statements themselves: data, constraints, syntax, functions. Others (no room, no rights, no connection) are explained elsewhere. */
function failed(name: string, error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  if (!/^(0A|2|42|P0)/.test(code) || code === '42501') return error
  return new Problem(
    `The migration failed in ${name}: ${message} (${code}).`,
    'Nothing was changed: the database is as before, and the release that served it until now can serve it again.',
  )
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** An edit would apply to new databases only, and this one would silently differ from them. */
const edited = (name: string) =>
  new Problem(
    `${name} was changed after this database had applied it.`,
    'Restore the file, and write the change as a new step in the folder tables beside it, with the next number.',
  )

/** A dump contains no roles: restored into a new cluster, the database has no grants and policies, but the hash of the rules. */
async function hasGrants(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ has: boolean }>(
    `select has_table_privilege('community_member', 'profiles', 'select') as has`,
  )
  return rows[0]?.has ?? false
}

/**
 * In the caller's transaction. Returns whether they were applied. Also after a step: what it creates would otherwise keep the default
 * privileges, unlike in a new database.
 */
export async function applyRules(owner: pg.Client, root = projectRoot, isAfterStep = false): Promise<boolean> {
  const files = sqlFiles(root).rules.map(name => ({ name, text: read(root, name) }))
  const texts = files.map(({ text }) => text)
  const hash = hashOf([...texts, stateOfQueue()].join('\n'))
  const { rows } = await owner.query<{ hash: string }>('select hash from applied_rules')
  if (!isAfterStep && rows[0]?.hash === hash && (await hasGrants(owner))) return false
  await installQueue(owner)
  await dropRules(owner)
  // A function may call one that a later file defines.
  await owner.query('set local check_function_bodies = off')
  for (const { name, text } of files)
    await owner.query(text).catch(error => {
      throw failed(name, error)
    })
  await owner.query(
    'insert into applied_rules (hash) values ($1) on conflict (only_one) do update set hash = excluded.hash',
    [hash],
  )
  return true
}

export async function inOneTransaction<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    const result = await work()
    await owner.query('commit')
    return result
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
