import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { newClient } from './client.ts'
import { Problem } from './problem.ts'

const root = join(import.meta.dirname, '..')
const LOCK = 4_207_011 // any number, the same in every process of ours

/**
 * Brings a database up to date: numbered migrations once each, then every rules.sql when any of them changed.
 * Safe when several processes start at once: the others wait for the lock and find nothing left to do.
 * `servingUser` is the login that requests come in by; it gets the serving role.
 */
export async function migrate(
  ownerUrl: string,
  servingUser: string,
  { folder = join(root, 'database/migrations') } = {},
): Promise<{ migrations: number; rules: boolean }> {
  const owner = newClient({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [LOCK])
    await makeRoles(owner)
    await owner.query(`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now());
      alter table migrations add column if not exists hash text; -- databases of earlier releases have none
      create table if not exists applied_rules (only_one boolean primary key default true check (only_one), hash text not null);
      alter table migrations enable row level security; alter table applied_rules enable row level security`)
    const migrations = await applyMigrations(owner, folder)
    const rules = await applyRules(owner)
    await letServe(owner, servingUser)
    return { migrations, rules }
  } finally {
    await owner.end()
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

async function applyMigrations(owner: pg.Client, folder: string): Promise<number> {
  const { rows } = await owner.query<{ name: string; hash: string | null }>('select name, hash from migrations')
  const done = new Map(rows.map(row => [row.name, row.hash]))
  const files = readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .map(file => ({ ...file, hash: hashOf(file.text.replaceAll('\r\n', '\n')) }))
  for (const { name, hash } of files) {
    const applied = done.get(name)
    if (applied && applied !== hash) throw edited(name)
    if (applied === null) await owner.query('update migrations set hash = $2 where name = $1', [name, hash])
  }
  const waiting = files.filter(({ name }) => !done.has(name))
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** An edit would reach new databases only, and this one would be unlike them without anybody knowing. */
const edited = (name: string) =>
  new Problem(
    `The migration database/migrations/${name} was changed after this database had applied it.`,
    'Put the file back as it was, and write the change as a new migration with the next number.',
  )

async function applyRules(owner: pg.Client): Promise<boolean> {
  const slices = readdirSync(join(root, 'features'))
    .sort()
    .map(slice => join(root, 'features', slice, 'rules.sql'))
  const texts = [join(root, 'database/rules.sql'), ...slices].flatMap(readIfThere)
  const hash = hashOf(texts.join('\n'))
  const { rows } = await owner.query<{ hash: string }>('select hash from applied_rules')
  if (rows[0]?.hash === hash) return false
  await inOneTransaction(owner, async () => {
    await owner.query(clearRules)
    // A function may speak of one that a later slice defines.
    await owner.query('set local check_function_bodies = off')
    for (const text of texts) await owner.query(text)
    await owner.query(
      'insert into applied_rules (hash) values ($1) on conflict (only_one) do update set hash = excluded.hash',
      [hash],
    )
  })
  return true
}

/** A clean slate: what no rules.sql says is not allowed. */
const clearRules = `do $$ declare p record; begin
  for p in select policyname, tablename from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on %I', p.policyname, p.tablename);
  end loop;
  revoke all on schema public from public;
  revoke all on all tables in schema public from community_server, community_member, community_visitor, public;
  revoke all on all sequences in schema public from community_server, community_member, community_visitor, public;
  revoke all on all functions in schema public from community_server, community_member, community_visitor;
end $$`

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

function readIfThere(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
