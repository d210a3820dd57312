import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { statementsOn } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { fillDemo } from '../../scripts/demo/fill.ts'
import { hashPassword } from '../../server/session/passwords.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { DEMO_EMAIL } from '../members/demo.ts'
import { countUnread, listNotifications } from './contract.ts'
import { kinds } from './shared/kinds.ts'
import { sentenceOf, textOf } from './shared/sentence.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  const owner = newClient({ connectionString: server.config.databaseUrl })
  await owner.connect()
  await owner.query('begin')
  const files = { put: async () => {} }
  await fillDemo({ tx: statementsOn(owner), files, passwordHash: await hashPassword(PASSWORD) })
  await owner.query('commit')
  await owner.end()
}, 60_000)
afterAll(() => server.close())

test('the demo account has a lively bell, whose words are complete', async () => {
  const { cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email: DEMO_EMAIL, password: PASSWORD })
  const maya = await server.known(cookies, DEMO_EMAIL)
  const all = await maya.does(listNotifications, {})
  const { count } = await maya.does(countUnread, {})
  expect(all.length).toBeGreaterThan(10)
  expect(count).toBeGreaterThan(3)
  expect(count).toBeLessThan(all.length)
  expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(6)
  expect(all.filter(({ kind, title }) => kind !== 'account_safety' && !title)).toEqual([])
  const sentences = all.map(one => textOf(sentenceOf(one)))
  expect(sentences.join('\n')).toMatch(/ and \d+ others liked your topic “/)
  expect(kinds).toEqual(expect.arrayContaining(all.map(({ kind }) => kind)))
  expect(sentences.filter(sentence => sentence.startsWith('Are you still looking?'))).toHaveLength(1)
  const linked = await server.owner.one(sql`
    select count(target_profile_id)::int > 5 as members, count(target_investor_id)::int > 2 as investors, count(quiet_since)::int > 1 as quiet
    from introduction_requests`)
  expect(linked).toEqual({ members: true, investors: true, quiet: true })
  // Nobody else is told of anything.
  const others = await server.owner.rows(sql`select 1 from notifications where user_id <> ${maya.user_id}`)
  expect(others).toEqual([])
})
