import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { saveProfile } from '../profile/contract.ts'
import { findMembers } from './contract.ts'

let server: TestServer
let val: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  for (const name of ['Ada Valdez', 'Oval Office', 'Zoë Novák', 'Bea Cavalli', 'Valentina Rossi'])
    await server.member(name)
  for (const company_name of ['Lakeline', 'Brickyard']) {
    const namesake = await server.member('Valerie Chen')
    await namesake.does(saveProfile, { company_name })
  }
  const seller = await server.member('Quin Doe')
  await seller.does(saveProfile, { company_name: 'Valuable Goods' })
  val = await server.member('Val Kim')
})
afterAll(() => server.close())

const named = async (q: string, limit?: number) =>
  (await val.does(findMembers, { q, limit })).map(member => member.full_name)

test('name prefixes come first, then word prefixes, then other matches; never yourself', async () => {
  const valeries = ['Valerie Chen', 'Valerie Chen']
  expect(await named('val', 20)).toEqual(['Valentina Rossi', ...valeries, 'Ada Valdez', 'Bea Cavalli', 'Oval Office'])
  expect(await named('VAL', 2)).toEqual(['Valentina Rossi', 'Valerie Chen'])
  expect(await named('Val Kim')).toEqual([])
})

test('accents and case are ignored, wildcards are escaped; one or two letters match word prefixes', async () => {
  expect(await named('zoe nov')).toEqual(['Zoë Novák'])
  expect(await named('novak')).toEqual(['Zoë Novák'])
  expect(await named('va')).toEqual(['Valentina Rossi', 'Valerie Chen', 'Valerie Chen', 'Ada Valdez'])
  for (const nothing of ['%', '_', '  ', '%val%x', 'v%l', 'va_', 'val\\']) expect(await named(nothing)).toEqual([])
})

test('members with equal names can be distinguished', async () => {
  const namesakes = await val.does(findMembers, { q: 'valerie' })
  expect(namesakes.map(member => member.company_name).sort()).toEqual(['Brickyard', 'Lakeline'])
  // By the date they joined if the profile is empty; without hidden contacts.
  for (const member of namesakes) {
    expect(Date.parse(member.created_at)).toBeLessThanOrEqual(Date.now())
    expect(member).not.toHaveProperty('email')
  }
})
