import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { type Endpoint, type Input, type Reply, request as requestOf } from '../contract/endpoint.ts'
import { connect, type Database, type Person as Identified, statementsOn } from '../database/connection/database.ts'
import { type Sql, sql } from '../database/connection/sql.ts'
import { buildApp } from '../server/app.ts'
import { type Config, readConfig } from '../server/config.ts'
import type { Handler } from '../server/request/endpoint.ts'
import { cost } from '../server/session/passwords.ts'
import { makeDatabase } from './setup/make-database.ts'

export const PASSWORD = 'correct horse battery'

// Cheap password hashes: with the real cost, hashing takes half of the test time. server/session/passwords.unit.test.ts checks the real cost.
Object.assign(cost, { memoryCost: 8, timeCost: 1 })

type Options = {
  adminUrl: string
  /** An existing database, which is not dropped at the end. */
  databaseUrl?: string
  env?: Record<string, string>
  /** Longer than the product's: a machine under load may stand still for seconds. A passing test does not wait for it. */
  databaseTimeoutMs?: number
  /** Endpoints to serve instead of the product's, for tests of the request handling itself. */
  slices?: Handler[]
}

/** The production server on its own temporary database. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>

const noLimits = Object.fromEntries(
  [
    'SIGN_IN_PER_MINUTE',
    'SIGN_IN_PER_HOUR',
    'REGISTER_PER_HOUR',
    'RESET_PER_HOUR',
    'ACCOUNT_MAILS_PER_HOUR',
    'WRITES_PER_MINUTE',
    'UPLOADS_PER_HOUR',
    'PROFILE_SAVES_PER_HOUR',
    'READS_PER_MINUTE',
    'REQUESTS_AT_ONCE',
    'ENROLMENTS_PER_HOUR',
  ].map(limit => [`LIMIT_${limit}`, '1000000']),
)

export async function startTestServer({
  adminUrl,
  databaseUrl,
  env = {},
  databaseTimeoutMs = 30_000,
  slices,
}: Options) {
  const { url, drop } = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await makeDatabase(adminUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'community-files-'))
  const config: Config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64'),
    // `off` runs the tests without the pipeline.
    DATABASE_PIPELINE: process.env.TEST_DATABASE_PIPELINE,
    ...noLimits,
    ...env,
  })
  const db: Database = connect(url, {
    connections: config.databaseConnections,
    pipeline: config.databasePipeline,
    connectTimeoutMs: databaseTimeoutMs,
    statementTimeoutMs: databaseTimeoutMs,
  })
  const app: FastifyInstance = await buildApp({ config, db }, slices)
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => undefined)

  return {
    app,
    config,
    db,
    /** Statements as the tables' owner, who bypasses row-level security: for set-up and for reading what members may not see. */
    owner: statementsOn(owner),
    visitor: personOf(app, db, null, ''),

    /** A new member, registered through the API. */
    async member(name: string, more: { email?: string; password?: string } = {}) {
      const email = more.email ?? `${randomUUID().slice(0, 8)}.${name.toLowerCase().replace(/\W+/g, '-')}@example.com`
      const visitor = personOf(app, db, null, '')
      const answer = await visitor.asks('POST', '/api/auth/sign-up', {
        email,
        password: more.password ?? PASSWORD,
        options: { data: { username: name } },
      })
      if (answer.status !== 201) throw new Error(`${name} could not register: ${answer.status} ${answer.text}`)
      return this.known(answer.cookies, email)
    },

    /** The member with this email, using these cookies. */
    async known(cookies: string, email: string) {
      const user = await statementsOn(owner).one<Identified>(
        sql`select u.id as user_id, p.id as profile_id from users u
          left join profiles p on p.user_id = u.id where lower(u.email) = lower(${email})`,
      )
      return { ...personOf(app, db, user, cookies), ...user, email }
    },

    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),

    async close() {
      await app.close()
      await db.close()
      await owner.end()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Member = Awaited<ReturnType<TestServer['member']>>
type Answered = { status: number; text: string; json: never; headers: Record<string, unknown>; cookies: string }

function personOf(app: FastifyInstance, db: Database, who: Identified | null, cookies: string) {
  async function asks(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...(cookies ? { cookie: cookies } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      text: answer.body,
      json: (isJson && answer.body ? JSON.parse(answer.body) : undefined) as never,
      headers: answer.headers,
      cookies: answer.cookies.map(cookie => `${cookie.name}=${cookie.value}`).join('; '),
    }
  }

  return {
    cookies,
    /** The whole answer, with any status. */
    asks,
    /** Only the status. */
    tries: async (method: string, url: string, body?: unknown) => (await asks(method, url, body)).status,
    /** The JSON of a successful read. */
    async reads<T = never>(url: string): Promise<T> {
      const answer = await asks('GET', url)
      if (answer.status !== 200) throw new Error(`GET ${url}: ${answer.status} ${answer.text}`)
      return answer.json
    },
    /** All rows of a list. Follows the Link header from page to page. */
    async pages<T>(url: string): Promise<T[]> {
      const rows: T[] = []
      for (let next: string | undefined = url; next; ) {
        const answer = await asks('GET', next)
        if (answer.status !== 200) throw new Error(`GET ${next}: ${answer.status} ${answer.text}`)
        rows.push(...(answer.json as T[]))
        next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
      }
      return rows
    },
    /** A typed call that must succeed. */
    async does<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> {
      const { url, body } = requestOf(endpoint, input as Record<string, unknown>)
      const answer = await asks(endpoint.method, url, body)
      if (answer.status >= 300) throw new Error(`${endpoint.method} ${url}: ${answer.status} ${answer.text}`)
      return answer.json
    },
    /** A statement with this person's role and row-level rules. */
    sql: <T extends object>(query: Sql) => db.asMember(who, tx => tx.rows<T>(query)),
  }
}
