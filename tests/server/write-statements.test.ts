import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { type Sql, sql } from '../../database/connection/sql.ts'
import auth from '../../features/auth/auth.server.ts'
import { read, write } from '../../server/request/endpoint.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

// The statements of a write are sent without waiting for each other: an error in one must roll back all of them.
const body = z.object({ title: z.string() })
const reply = z.int()
const call = (path: string) => endpoint('POST', path, { summary: 'x', body, reply })
const readIt = endpoint('GET', '/api/shared', { summary: 'x', reply })
const shared = sql`select to_json(7)`
const likeIt = endpoint('PUT', '/api/liked/:id', { summary: 'x', params: ById, reply })
const topic = (title: string) =>
  sql`insert into posts (title, content, user_id) values (${title}, 'Some words.', my_profile_id())`
const thenRun = (last: Sql) => (request: { body: { title: string } }) => [topic(request.body.title), last]

let server: TestServer
let ada: Awaited<ReturnType<TestServer['member']>>
beforeAll(async () => {
  server = await startTestServer({
    adminUrl: inject('adminUrl'),
    slices: [
      ...auth,
      write(call('/api/good'), thenRun(sql`select to_json(1)`)),
      write(call('/api/failing'), thenRun(sql`select to_json(1 / ${0}::integer)`)),
      write(call('/api/failing-first'), ({ body: { title } }) => [
        topic(title),
        sql`select 1 / ${0}::integer`,
        sql`select to_json(1)`,
      ]),
      read(readIt, () => shared),
      write(call('/api/shared'), ({ body: { title } }) => [topic(title), shared]),
      write(call('/api/rowless'), thenRun(sql`select to_json(1) where false`)),
      write(likeIt, ({ params, me }) => [
        sql`insert into post_likes (post_id, profile_id) values (${params.id}, ${me.profile_id}) on conflict do nothing`,
        sql`select to_json(1)`,
      ]),
    ],
  })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

const titles = async () => {
  const rows = await server.owner.rows<{ title: string }>(
    sql`select title from posts where user_id = ${ada.profile_id} order by id`,
  )
  return rows.map(({ title }) => title)
}

test('the write is committed when the last statement has answered', async () => {
  expect(await ada.asks('POST', '/api/good', { title: 'It stands' })).toMatchObject({ status: 200, text: '1' })
  expect(await titles()).toEqual(['It stands'])
})

test.each(['failing', 'failing-first'])('a failing statement rolls back the earlier ones: %s', async path => {
  expect(await ada.tries('POST', `/api/${path}`, { title: 'Undone' })).toBe(500)
  expect(await titles()).toEqual(['It stands'])
})

test('a last statement without a row is reported and rolls back the earlier ones', async () => {
  expect(await ada.tries('POST', '/api/rowless', { title: 'Undone' })).toBe(404)
  const key = { 'idempotency-key': 'one-submit' }
  expect((await ada.asks('POST', '/api/rowless', { title: 'Undone' }, key)).status).toBe(404)
  expect(await titles()).toEqual(['It stands'])
})

test('a statement that reads and writes share can be used again on a connection where the write was refused', async () => {
  for (let n = 0; n < 3; n++) {
    // Reads share a connection, which the next write may get.
    for (let reads = 0; reads < 3; reads++) expect(await ada.tries('GET', '/api/shared')).toBe(200)
    // The constraint of the title refuses the first statement.
    expect(await ada.tries('POST', '/api/shared', { title: ' ' })).toBe(400)
    expect(await ada.tries('GET', '/api/shared')).toBe(200)
    expect(await ada.tries('POST', '/api/shared', { title: `Shared ${n}` })).toBe(200)
  }
})

test('after a write the connection has no identity and no role', async () => {
  const [topic] = await server.owner.rows<{ id: number }>(sql`select id from posts limit 1`)
  for (let n = 0; n < 10; n++) {
    expect(await ada.tries('PUT', `/api/liked/${topic?.id}`)).toBe(200)
    const left = await server.db.asSystem(tx =>
      tx.one(sql`select current_user as role, me() as user_id, my_profile_id() as profile_id`),
    )
    expect(left).toEqual({ role: 'community_server', user_id: null, profile_id: null })
  }
})
