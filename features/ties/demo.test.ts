import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startDemoServer } from '../../tests/demo-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { listIntroductionRequests } from '../introductions/contract.ts'
import { listInvestors } from '../investors/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { askThoseWhoKnow, getTies } from './contract.ts'

let server: TestServer
let maya: Member
beforeAll(async () => {
  ;({ server, maya } = await startDemoServer(inject('adminUrl')))
})
afterAll(() => server.close())

test('investors are known by members with names, by several more, by the demo account, and by nobody', async () => {
  const investors = await maya.does(listInvestors, { limit: 100 })
  const ties = await Promise.all(investors.map(({ id }) => maya.does(getTies, { id })))
  const kinds = new Set(ties.flatMap(({ named }) => named.map(({ kind }) => kind)))
  expect(kinds.size).toBe(4)
  expect(new Set(ties.map(({ several_more }) => several_more)).size).toBe(2)
  expect(ties.some(({ named }) => named.length === 0)).toBe(true)
  expect(ties.filter(({ mine }) => mine).length).toBeGreaterThan(3)
})

test('the demo account is asked, and can ask about a request of its own', async () => {
  const asked = (await maya.does(listNotifications, {})).filter(({ kind }) => kind === 'asked_to_introduce')
  expect(asked).toEqual([expect.objectContaining({ is_read: false, detail: expect.stringMatching(/.+, .+/) })])
  const [request] = (await maya.does(listIntroductionRequests, { mine: 'true' })).filter(
    ({ target_investor_id, status }) => target_investor_id && status === 'pending',
  )
  const ties = await maya.does(getTies, { id: request?.target_investor_id ?? 0 })
  expect(ties).toMatchObject({ several_more: true })
  expect(ties.named).toHaveLength(3)
  expect(await maya.does(askThoseWhoKnow, { id: request?.id ?? 0 })).toMatchObject({ asked_at: expect.any(String) })
})
