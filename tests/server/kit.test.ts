import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Json } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import auth from '../../features/auth/auth.server.ts'
import { handle, read, write } from '../../server/request/endpoint.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/** Endpoints for these tests only. They write to the member's profile. */
const Note = z.object({ note: z.string().min(3, 'Too short.') })
const createNote = endpoint('POST', '/api/notes', {
  summary: 'x',
  body: Note,
  reply: Note.extend({ count: z.int() }),
  status: 201,
})
const changeProfile = endpoint('PUT', '/api/notes/:id', {
  summary: 'x',
  params: ById,
  body: Note,
  reply: z.object({ id: z.int() }),
})
const changeAtLast = endpoint('PATCH', '/api/notes/:id', {
  summary: 'x',
  params: ById,
  body: Note,
  reply: z.object({ id: z.int() }),
})
const leak = endpoint('GET', '/api/leak', { summary: 'x', reply: z.object({ id: z.int() }) })
const broken = endpoint('GET', '/api/broken', { summary: 'x', reply: z.object({ id: z.int() }) })
const slow = endpoint('GET', '/api/slow', { summary: 'x', reply: z.object({ id: z.int() }) })
const People = z.object({
  q: z.string().optional(),
  limit: z.coerce.number().default(2),
  after: z.coerce.number().default(0),
})
const people = endpoint('GET', '/api/people', {
  summary: 'x',
  query: People,
  reply: z.array(z.object({ id: z.int(), mine: z.boolean() })),
})
const person = endpoint('GET', '/api/people/:id', { summary: 'x', params: ById, reply: z.object({ id: z.int() }) })
const sneaky = endpoint('GET', '/api/sneaky', { summary: 'x', reply: z.object({ id: z.int() }) })
const upload = endpoint('PUT', '/api/picture', { summary: 'x', reply: z.object({ bytes: z.int() }) })

let created = 0
const slices = [
  ...auth,
  handle(createNote, async ({ tx, body }) => {
    created++
    await tx.run(sql`update profiles set bio = coalesce(bio, '') || ${body.note} where user_id = me()`)
    return { ...body, count: created }
  }),
  handle(
    changeProfile,
    ({ tx, params, body }) =>
      tx.one<{ id: number }>(sql`update profiles set bio = ${body.note} where id = ${params.id} returning id`),
    { on: 'profiles' },
  ),
  write(
    changeAtLast,
    ({ params, body }) => sql`
      update profiles set bio = ${body.note} where id = ${params.id} returning json_build_object('id', id)`,
    { on: 'profiles' },
  ),
  handle(leak, async () => new Json('{"id":1,"password_hash":"x"}')),
  handle(broken, ({ tx }) => tx.one<{ id: number }>(sql`select 1 / 0 as id`)),
  handle(slow, async ({ tx }) => {
    await tx.run(sql`set local statement_timeout = 100`)
    return tx.one<{ id: number }>(sql`select 1 as id from pg_sleep(20)`)
  }),
  read(
    people,
    ({ query }) => sql`
      with page as (select id, user_id = me() as mine from profiles where id > ${query.after} order by id limit ${query.limit} + 1),
        shown as (select * from page order by id limit ${query.limit})
      select (select coalesce(json_agg(shown order by id), '[]') from shown),
        case when (select count(*) from page) > ${query.limit} then (select max(id) from shown) end::text`,
  ),
  read(
    person,
    ({ params }) =>
      sql`select json_build_object('id', id) from profiles where id = ${params.id} and 10 / (${params.id} - 7777) is not null`,
  ),
  read(sneaky, () => sql`update profiles set bio = 'read' where user_id = me() returning json_build_object('id', id)`),
  handle(upload, async ({ file }) => ({ bytes: file.length }), { upload: { types: ['image/png'], maxBytes: 1000 } }),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), slices })
})
afterAll(() => server.close())

test('without a session 401, an invalid payload 400 with its fields, an unknown id 404, all with error and request id', {
  tags: ['API-05', 'API-06', 'API-07'],
}, async () => {
  const ada = await server.member('Ada')
  const body = { error: expect.any(String), request_id: expect.any(String) }
  expect(await server.visitor.asks('POST', '/api/notes', { note: 'hello' })).toMatchObject({
    status: 401,
    json: { ...body, error: 'Authentication required' },
  })
  expect(await ada.asks('POST', '/api/notes', { note: 'x' })).toMatchObject({
    status: 400,
    json: { ...body, error: 'Too short.', fields: { note: 'Too short.' } },
  })
  expect(await ada.asks('PUT', '/api/notes/999999', { note: 'hello' })).toMatchObject({ status: 404, json: body })
  expect(await ada.tries('PUT', '/api/notes/not-a-number', { note: 'hello' })).toBe(404)
  expect(await ada.tries('PUT', '/api/notes/99999999999999999999', { note: 'hello' })).toBe(404)
})

test('a write that affects no row answers 403 if the member can see the row', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  await server.owner.run(sql`drop policy if exists members_read_profiles on profiles`)
  await server.owner.run(
    sql`create policy members_read_profiles on profiles for select to community_member using (true)`,
  )
  expect(await bob.tries('PUT', `/api/notes/${ada.profile_id}`, { note: 'mine now' })).toBe(403)
  expect(await ada.tries('PUT', `/api/notes/${ada.profile_id}`, { note: 'mine' })).toBe(200)
  // The same if the commit was sent with the statement.
  expect(await bob.tries('PATCH', `/api/notes/${ada.profile_id}`, { note: 'mine now' })).toBe(403)
  expect(await bob.tries('PATCH', '/api/notes/999999', { note: 'mine now' })).toBe(404)
  expect(await ada.tries('PATCH', `/api/notes/${ada.profile_id}`, { note: 'mine' })).toBe(200)
})

test('the same Idempotency-Key repeats the first answer; another body with it is refused', async () => {
  const ada = await server.member('Ada')
  const key = { 'idempotency-key': 'one-submit' }
  const before = created
  const first = await ada.asks('POST', '/api/notes', { note: 'once' }, key)
  const again = await ada.asks('POST', '/api/notes', { note: 'once' }, key)
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect(created).toBe(before + 1)
  expect((await ada.asks('POST', '/api/notes', { note: 'other' }, key)).status).toBe(422)
  const bob = await server.member('Bob')
  expect((await bob.asks('POST', '/api/notes', { note: 'other' }, key)).status).toBe(201)
})

test('twenty concurrent requests with one Idempotency-Key run once', async () => {
  const ada = await server.member('Ada')
  const before = created
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      ada.asks('POST', '/api/notes', { note: 'at once' }, { 'idempotency-key': 'double click' }),
    ),
  )
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
  expect(created).toBe(before + 1)
  const [row] = await server.owner.rows<{ bio: string }>(sql`select bio from profiles where user_id = ${ada.user_id}`)
  expect(row?.bio).toBe('at once')
})

test('a reply field that is not in the contract is an error', async () => {
  const ada = await server.member('Ada')
  expect(await ada.tries('GET', '/api/leak')).toBe(500)
})

test('an unexpected error answers with a request id and no internals', async () => {
  const ada = await server.member('Ada')
  const answer = await ada.asks('GET', '/api/broken')
  expect(answer.status).toBe(500)
  expect(answer.json).toEqual({
    error: 'Something went wrong on our side. Please try again.',
    request_id: expect.any(String),
  })
})

test('a statement timeout answers 503 with Retry-After', async () => {
  const ada = await server.member('Ada')
  const answer = await ada.asks('GET', '/api/slow')
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
})

test('a body that is too large, of another type or not JSON is refused with a message', async () => {
  const ada = await server.member('Ada')
  const send = (payload: string, type: string) => ada.asks('POST', '/api/notes', payload, { 'content-type': type })
  expect(await send(JSON.stringify({ note: 'x'.repeat(70_000) }), 'application/json')).toMatchObject({ status: 413 })
  expect(await send('note=hello', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 })
  expect(await send('{"note":"hello"}', 'text/plain')).toMatchObject({ status: 415 })
  expect(await send('{"note":', 'application/json')).toMatchObject({
    status: 400,
    json: { error: 'The request is not valid JSON.' },
  })
})

test('an upload route accepts only its types and sizes, and no other route accepts files', async () => {
  const ada = await server.member('Ada')
  const put = (path: string, type: string, size: number) =>
    ada.asks('PUT', path, Buffer.alloc(size), { 'content-type': type })
  expect(await put('/api/picture', 'image/png', 1000)).toMatchObject({ status: 200, json: { bytes: 1000 } })
  expect(await put('/api/picture', 'image/png', 1001)).toMatchObject({ status: 413 })
  expect(await put('/api/picture', 'image/svg+xml', 10)).toMatchObject({ status: 415 })
  expect(await put(`/api/notes/${ada.profile_id}`, 'image/png', 10)).toMatchObject({ status: 415 })
})

test('a read in one trip knows who asks, pages on by its Link, and answers 401 and 404 like any other', {
  tags: ['API-05', 'API-07'],
}, async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  type Page = { id: number; mine: boolean }[]
  const all: Page = []
  let next: string | undefined = '/api/people?limit=3'
  for (let pages = 0; next && pages < 50; pages++) {
    const answer = await bob.asks('GET', next)
    all.push(...(answer.json as Page))
    next = /<(.*)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(all.filter(row => row.mine).map(row => row.id)).toEqual([bob.profile_id])
  expect(all.map(row => row.id)).toContain(ada.profile_id)
  expect(new Set(all.map(row => row.id)).size).toBe(all.length)
  expect(await server.visitor.tries('GET', '/api/people')).toBe(401)
  expect((await server.visitor.asks('GET', '/api/people', undefined, { cookie: 'session=stolen' })).status).toBe(401)
  expect(await bob.tries('GET', '/api/people/999999')).toBe(404)
})

test('a read cannot write, and an error in it does not affect the connection', async () => {
  const ada = await server.member('Ada')
  expect(await ada.tries('GET', '/api/sneaky')).toBe(500)
  for (let i = 0; i < 15; i++) expect(await ada.tries('GET', '/api/people/7777')).toBe(500)
  for (let i = 0; i < 15; i++) expect(await ada.tries('GET', `/api/people/${ada.profile_id}`)).toBe(200)
  // The identity and role were set for that transaction only: the connections have neither any more.
  const left = await Promise.all(
    Array.from({ length: 10 }, () =>
      server.db.asSystem(tx => tx.one(sql`select me() as me, current_user::text as role`)),
    ),
  )
  expect(new Set(left.map(row => JSON.stringify(row)))).toEqual(new Set(['{"me":null,"role":"community_server"}']))
})

test('openapi.json is generated from the contracts', async () => {
  const { json } = await server.visitor.asks('GET', '/api/openapi.json')
  expect(json).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/notes/{id}': { put: { parameters: [{ name: 'id', in: 'path', required: true }] } } },
  })
})
