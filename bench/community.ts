import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { newClient } from '../database/connection/client.ts'
import type { Embedded } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { launch, type Server } from './processes.ts'

/** What a part of the bench works on: a database of its own, and its owner, to fill it with. */
export type Community = { urls: { owner: string; server: string }; owner: pg.Client }

/** A fresh database with the product's tables and rules. Nobody is told while it is filled. */
export async function withCommunity<T>(
  embedded: Embedded,
  name: string,
  work: (community: Community) => Promise<T>,
): Promise<T> {
  const urls = await makeDatabase(embedded, `bench_${name.replaceAll('-', '_')}`)
  const owner = newClient({ connectionString: urls.owner })
  await owner.connect()
  try {
    await owner.query('set app.quiet = on')
    return await work({ urls, owner })
  } finally {
    await owner.end()
  }
}

async function makeDatabase(embedded: Embedded, name: string) {
  const admin = new URL(embedded.ownerUrl)
  admin.username = 'postgres'
  admin.pathname = '/postgres'
  const client = newClient({ connectionString: admin.href })
  await client.connect()
  await client.query(`create database ${name} owner community_owner`)
  await client.end()
  const owner = new URL(embedded.ownerUrl)
  const server = new URL(embedded.serverUrl)
  owner.pathname = server.pathname = `/${name}`
  await migrate(owner.href, 'community_login')
  return { owner: owner.href, server: server.href }
}

/** Members with a session each. Returns their cookies. */
export async function makeMembers(owner: pg.Client, count: number, passwordHash: string | null = null) {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await owner.query(
    `insert into users (email, username, password_hash)
      select 'asker' || i || '@bench.test', 'Asker ' || i, $2 from generate_series(0, $1::int - 1) i order by i`,
    [count, passwordHash],
  )
  await owner.query(`insert into profiles (user_id, full_name) select id, username from users
    where username like 'Asker %' order by length(username), username`)
  await owner.query(
    `insert into sessions (user_id, token_hash, expires_at)
      select u.id, t.hash, now() + interval '1 day' from unnest($1::bytea[]) with ordinality t(hash, n)
      join users u on u.username = 'Asker ' || (t.n - 1)`,
    [tokens.map(token => createHash('sha256').update(token).digest())],
  )
  return tokens.map(token => `session=${token}`)
}

const noLimits = Object.fromEntries(
  ['READS_PER_MINUTE', 'WRITES_PER_MINUTE', 'SIGN_IN_PER_MINUTE', 'SIGN_IN_PER_HOUR'].map(limit => [
    `LIMIT_${limit}`,
    '1000000',
  ]),
)

/** The product as in production, in a process of its own. */
export const startProduct = ({ urls }: Community): Promise<Server> =>
  launch('product.ts', {
    DATABASE_URL: urls.server,
    MIGRATE_DATABASE_URL: urls.owner,
    PORT: '0',
    NODE_ENV: 'production',
    // As `npm start` does it: what was compiled once is read, and the compiler stays out of memory.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'),
    ...noLimits,
  }).served()
