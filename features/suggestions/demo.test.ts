import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { statementsOn } from '../../database/connection/database.ts'
import { fillDemo } from '../../scripts/demo/fill.ts'
import { hashPassword } from '../../server/session/passwords.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { listIntroductionRequests } from '../introductions/contract.ts'
import { listInvestors } from '../investors/contract.ts'
import { DEMO_EMAIL } from '../members/demo.ts'
import { listNotifications } from '../notifications/contract.ts'
import { listAskedMembers, listSuggestions } from './contract.ts'

let server: TestServer
let maya: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  const owner = newClient({ connectionString: server.config.databaseUrl })
  await owner.connect()
  await owner.query('begin')
  const files = { put: async () => {} }
  await fillDemo({ tx: statementsOn(owner), files, passwordHash: await hashPassword(PASSWORD) })
  await owner.query('commit')
  await owner.end()
  const { cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email: DEMO_EMAIL, password: PASSWORD })
  maya = await server.known(cookies, DEMO_EMAIL)
}, 60_000)
afterAll(() => server.close())

test('every investor of the demo has five suggestions, with many different reasons', async () => {
  const investors = await maya.does(listInvestors, { limit: 100 })
  const lists = await Promise.all(investors.map(({ id }) => maya.does(listSuggestions, { investor: id })))
  expect(new Set(lists.map(list => list.length))).toEqual(new Set([5]))
  expect(new Set(lists.flat().flatMap(({ reasons }) => reasons)).size).toBeGreaterThan(4)
  expect(lists.flat().some(({ can_help_with }) => can_help_with.includes('Funding'))).toBe(true)
})

test('the demo account has asked two members, and is asked by one', async () => {
  const mine = await maya.does(listIntroductionRequests, { mine: 'true' })
  const asked = await Promise.all(mine.map(({ id }) => maya.does(listAskedMembers, { id })))
  expect(asked.map(list => list.length).filter(count => count > 0)).toEqual([2])
  const told = (await maya.does(listNotifications, {})).filter(({ kind }) => kind === 'asked_by_name')
  expect(told).toEqual([expect.objectContaining({ is_read: false, detail: expect.stringMatching(/\w/) })])
})
