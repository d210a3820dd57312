import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startDemoServer } from '../../tests/demo-server.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import { listMembers } from '../members/contract.ts'
import { listPeopleForMe } from './contract.ts'

let server: TestServer
let maya: Member
beforeAll(async () => {
  ;({ server, maya } = await startDemoServer(inject('adminUrl')))
})
afterAll(() => server.close())

// Who is drawn of the twelve best depends on a secret of the database: not all of them can help.
test('the demo account is shown three people, each with more than the same stage or location', async () => {
  const people = await maya.does(listPeopleForMe, {})
  expect(people).toHaveLength(3)
  for (const { reasons } of people) {
    const { can_help_with, looks_for, industry, topics } = reasons
    expect([...can_help_with, ...looks_for, ...topics, ...(industry ? [industry] : [])]).not.toEqual([])
  }
})

test('the best for the demo account share a topic, an industry or more with it', async () => {
  const best = await maya.does(listMembers, { sort: 'best' })
  const kinds = best.flatMap(({ reasons }) =>
    Object.entries(reasons ?? {}).flatMap(([kind, reason]) => (reason?.length ? [kind] : [])),
  )
  expect(new Set(kinds).size).toBeGreaterThanOrEqual(5)
})
