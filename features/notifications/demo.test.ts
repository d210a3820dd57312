import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startDemoServer } from '../../tests/demo-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { countUnread, listNotifications } from './contract.ts'
import { kinds } from './shared/kinds.ts'
import { sentenceOf, textOf } from './shared/sentence.ts'

let server: TestServer
let maya: Member
beforeAll(async () => {
  ;({ server, maya } = await startDemoServer(inject('adminUrl')))
})
afterAll(() => server.close())

test('the demo account has a lively bell, whose words are complete', async () => {
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
