import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startDemoServer } from '../../tests/demo-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { listIntroductionRequests } from '../introductions/contract.ts'
import { listInvestors } from '../investors/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { listAskedMembers, listSuggestions } from './contract.ts'

let server: TestServer
let maya: Member
beforeAll(async () => {
  ;({ server, maya } = await startDemoServer(inject('adminUrl')))
})
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
