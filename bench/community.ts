import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { newClient } from '../database/connection/client.ts'
import type { Embedded } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { launch, type Server } from './processes.ts'

/** A separate database, and the session cookies of its members. */
export type Community = { urls: { owner: string; server: string }; cookies: string[] }

/** Creates a database with the product's schema and fills it as its owner, without live updates. */
export async function makeCommunity(
  embedded: Embedded,
  name: string,
  members: number,
  fill: (owner: pg.Client) => Promise<unknown>,
): Promise<Community> {
  const urls = await makeDatabase(embedded, `bench_${name}`)
  const owner = newClient({ connectionString: urls.owner })
  await owner.connect()
  try {
    await owner.query('set app.suppress_live = on')
    const cookies = await makeMembers(owner, members)
    await fill(owner)
    await owner.query('vacuum analyze')
    return { urls, cookies }
  } finally {
    await owner.end()
  }
}

async function makeDatabase(embedded: Embedded, name: string) {
  const client = newClient({ connectionString: embedded.superuserUrl })
  await client.connect()
  await client.query(`create database ${name} owner community_owner`)
  await client.end()
  const owner = new URL(embedded.ownerUrl)
  const server = new URL(embedded.serverUrl)
  owner.pathname = server.pathname = `/${name}`
  await migrate(owner.href, 'community_login')
  return { owner: owner.href, server: server.href }
}

async function makeMembers(owner: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await owner.query(
    `with made as (insert into users (email, username)
        select 'asker' || i || '@bench.test', 'Asker ' || i from generate_series(1, $1::int) i returning id, username),
      named as (insert into profiles (user_id, full_name) select id, username from made)
    insert into sessions (user_id, token_hash, expires_at)
      select made.id, t.hash, now() + interval '1 day' from unnest($2::bytea[]) with ordinality t(hash, n)
      join made on made.username = 'Asker ' || t.n`,
    [count, tokens.map(token => createHash('sha256').update(token).digest())],
  )
  return tokens.map(token => `session=${token}`)
}

/** Starts the product in a child process, configured as in production. */
export const startProduct = ({ urls }: Community): Promise<Server> =>
  launch('product.ts', {
    DATABASE_URL: urls.server,
    MIGRATE_DATABASE_URL: urls.owner,
    PORT: '0',
    NODE_ENV: 'production',
    // As in `npm start`: uses the compile cache, so that the compiler is not in memory.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'),
    LIMIT_READS_PER_MINUTE: '1000000',
    LIMIT_WRITES_PER_MINUTE: '1000000',
    LIMIT_PROFILE_SAVES_PER_HOUR: '1000000',
  }).served()
