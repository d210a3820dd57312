import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { sql } from '../../database/connection/sql.ts'
import { MOST_NAMES, namedStatements, onTooManyStatements } from '../../database/connection/tx.ts'
import { literal } from '../../database/list/limit.ts'
import auth from '../../features/auth/auth.server.ts'
import { handle, read } from '../../server/request/endpoint.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

/** A deliberate mistake: the number is part of the SQL text, so every number is another statement. */
const N = z.object({ n: z.coerce.number().int() })
const inOneRoundTrip = endpoint('GET', '/api/one-trip', { summary: 'x', query: N, reply: N })
const inTransaction = endpoint('GET', '/api/transaction', { summary: 'x', query: N, reply: N })
const slices = [
  ...auth,
  read(inOneRoundTrip, ({ query }) => sql`select json_build_object('n', ${literal(query.n)} + ${1}::integer)`),
  handle(inTransaction, ({ tx, query }) => tx.one<{ n: number }>(sql`select ${literal(query.n)} + ${1}::integer as n`)),
]

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), slices, env: { DATABASE_CONNECTIONS: '2' } })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

test('above MOST_NAMES new statements run unprepared, and the log warns once', async () => {
  const warnings: string[] = []
  onTooManyStatements(message => warnings.push(message))
  for (let n = 1; n <= MOST_NAMES; n++)
    for (const path of ['one-trip', 'transaction']) expect(await ada.reads(`/api/${path}?n=${n}`)).toEqual({ n: n + 1 })
  expect(namedStatements()).toHaveLength(MOST_NAMES)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(`More than ${MOST_NAMES} different SQL statements`)

  // Concurrent ones on the same few connections each get their own answer.
  const numbers = Array.from({ length: 60 }, (_, n) => 5000 + n)
  const answers = await Promise.all(numbers.map(n => ada.reads<{ n: number }>(`/api/one-trip?n=${n}`)))
  expect(answers.map(answer => answer.n)).toEqual(numbers.map(n => n + 1))

  const connections = await Promise.all([server.db.pool.connect(), server.db.pool.connect()])
  for (const connection of connections) {
    const { rows } = await connection.query<{ count: number }>('select count(*)::integer from pg_prepared_statements')
    // The session look-ups have a few names of their own.
    expect(rows[0]?.count).toBeLessThanOrEqual(MOST_NAMES + 3)
    connection.release()
  }
})
