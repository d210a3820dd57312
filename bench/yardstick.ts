import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { readPipeline } from '../database/pipeline/read-pipeline.ts'
import type { Case } from './case.ts'
import './leave-with-parent.ts'

/**
 * The servers that the product is compared with. Neither has sessions, access rules, throttling or logs.
 * `plain`: node:http and pg, rows decoded and serialised in Node. `bare`: the product's technique, JSON built in SQL and pipelined.
 */
export type Yardstick = 'plain' | 'bare'
export type Setup = { kind: Yardstick; url: string; cases: Pick<Case, 'kind' | 'sql'>[] }

const CONNECTIONS = 10

process.once('message', ({ kind, url, cases }: Setup) => {
  const answer = kind === 'plain' ? plain(url, cases) : bare(url, cases)
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost')
    const body = await answer(Number(asked.pathname.slice(1)), await valuesOf(request, asked))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
})

const valuesOf = async (request: IncomingMessage, asked: URL) =>
  JSON.parse(request.method === 'GET' ? (asked.searchParams.get('values') ?? '[]') : await text(request)) as unknown[]

function plain(url: string, cases: Setup['cases']) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  return async (index: number, values: unknown[]) => {
    const { rows } = await pool.query({ name: String(index), text: cases[index]?.sql ?? '', values })
    return JSON.stringify(cases[index]?.kind === 'list' ? rows : (rows[0] ?? {}))
  }
}

function bare(url: string, cases: Setup['cases']) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, pipeline: true } as pg.PoolConfig)
  const read = readPipeline(pool, CONNECTIONS, 1000, () => new Error('busy'))
  const statements = cases.map(({ kind, sql }) => {
    const json = kind === 'list' ? `coalesce(json_agg(r), '[]')` : 'row_to_json(r)'
    return kind === 'write' ? `with r as (${sql}) select ${json} from r` : `select ${json} from (${sql}) r`
  })
  return async (index: number, values: unknown[]) => {
    const [rows] = await read([{ name: String(index), text: statements[index] ?? '', values }])
    return rows?.[0]?.[0] ?? '{}'
  }
}
