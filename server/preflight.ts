import type { Database } from '../database/connection/database.ts'
import { hostsOf } from '../database/connection/hosts.ts'
import { Problem } from '../database/connection/problem.ts'

export const userOf = (url: string) =>
  decodeURIComponent(new URL(hostsOf(url)[0] ?? '').username) || (process.env.PGUSER ?? 'postgres')

/** Checks that the database is durable (fsync) and that row-level security applies to the serving role. */
export async function checkDatabase(db: Database): Promise<void> {
  const { rows } = await db.pool
    .query<{
      version: number
      fsync: string
      full_page_writes: string
      role: string
      is_free: boolean
      owns: boolean
    }>(`
      select current_setting('server_version_num')::integer as version, current_setting('fsync') as fsync,
        current_setting('full_page_writes') as full_page_writes, current_user as role, rolsuper or rolbypassrls as is_free,
        exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as owns
      from pg_roles where rolname = current_user`)
    .catch(explainDatabase)
  const found = rows[0]
  if (!found) throw new Problem('The database does not show our own role.', 'Check DATABASE_URL.')
  if (found.version < 150_000)
    throw new Problem(
      `The database is PostgreSQL ${Math.floor(found.version / 10_000)}; 15 or newer is needed.`,
      'Upgrade the database server.',
    )
  if (found.fsync !== 'on' || found.full_page_writes !== 'on')
    throw new Problem(
      'The database runs with fsync or full_page_writes off: a power cut could destroy it.',
      'Turn both on in postgresql.conf and restart the database server.',
    )
  if (found.role !== 'community_server' || found.is_free || found.owns)
    throw new Problem(
      `The server would run as '${found.role}', a role that bypasses row-level security.`,
      'Make community_server an ordinary role: no superuser, no BYPASSRLS, owner of no table.',
    )
}

/** Turns connection and permission errors into a Problem that the operator can fix. */
export function explainDatabase(error: unknown): never {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const check = 'Check DATABASE_URL (and MIGRATE_DATABASE_URL), or unset it to use the embedded database.'
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    throw new Problem(`No database server answers at the address of DATABASE_URL (${message}).`, check)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    throw new Problem(`The host named in DATABASE_URL is not known (${message}).`, check)
  if (code === 'ETIMEDOUT' || /timeout/i.test(message))
    throw new Problem('The database server does not answer in time.', check)
  if (code === '28P01' || code === '28000')
    throw new Problem(`The database server refuses the user or password of DATABASE_URL (${message}).`, check)
  if (code === '3D000')
    throw new Problem(
      `The database named in DATABASE_URL does not exist (${message}).`,
      `Create it, for example with createdb. ${check}`,
    )
  if (code === '53100')
    throw new Problem(
      `The database server has no room left on its disk (${message}).`,
      'Make room there and start again: nothing is half-done.',
    )
  if (code === '42501')
    throw new Problem(
      `The user of MIGRATE_DATABASE_URL (or DATABASE_URL) may not set up the database (${message}).`,
      'Let it own the database and create roles: alter role … createrole; alter database … owner to …',
    )
  throw error
}
