import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'

/** Row-level rules: what a member's own SQL statements can do to another member's rows. */
let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

test('a member cannot edit or create another member’s profile', async () => {
  expect(await bob.sql(sql`update profiles set bio = 'his' where id = ${ada.profile_id} returning id`)).toEqual([])
  expect(await bob.sql(sql`update profiles set bio = 'his' returning id`)).toEqual([{ id: bob.profile_id }])
  await server.owner.run(sql`delete from profiles where user_id = ${ada.user_id}`)
  const make = sql`insert into profiles (user_id, full_name) values (${ada.user_id}, 'Ada') returning id`
  await expect(bob.sql(make)).rejects.toThrow(/row-level security/)
  const [made] = await ada.sql<{ id: number }>(make)
  ada = { ...ada, profile_id: made?.id ?? 0 }
})

test('a member cannot read, add or edit another member’s contacts', async () => {
  const add = (profile: number | null) => sql`
    insert into profile_contacts (profile_id, kind, value, visibility) values (${profile}, 'phone', '+1', 'only me') returning value`
  await expect(bob.sql(add(ada.profile_id))).rejects.toThrow(/row-level security/)
  await server.owner.run(add(ada.profile_id))
  const edit = sql`update profile_contacts set value = 'x', visibility = 'members' where profile_id = ${ada.profile_id} returning value`
  expect(await bob.sql(edit)).toEqual([])
  expect(
    await bob.sql(
      sql`select value from profile_contacts where profile_id = ${ada.profile_id} and visibility = 'only me'`,
    ),
  ).toEqual([])
})

test('a member cannot read or store an answer under another member’s Idempotency-Key', async () => {
  const answer = { title: 'Mine', content: 'Kept under a key' }
  expect((await ada.asks('POST', '/api/posts', answer, { 'idempotency-key': 'key-1' })).status).toBe(201)
  expect(await server.owner.rows(sql`select key from idempotency_keys where user_id = ${ada.user_id}`)).toHaveLength(1)
  expect(await bob.sql(sql`select * from idempotency_keys`)).toEqual([])
  const leave = sql`insert into idempotency_keys (user_id, key, request_hash, status, reply) values (${ada.user_id}, 'key-2', '', 201, '{}')`
  await expect(bob.sql(leave)).rejects.toThrow(/row-level security/)
})
