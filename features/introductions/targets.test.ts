import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addInvestor, deleteInvestor } from '../investors/contract.ts'
import { commands } from '../operator/commands.ts'
import { deleteAccount } from '../settings/contract.ts'
import { createIntroductionRequest, getIntroductionRequest, updateIntroductionRequest } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
beforeEach(async () => {
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
})
afterAll(() => server.close())

const seed = { request_title: 'Meet a seed investor', context: 'We raise our first round.', your_company: 'Lakeline' }
const asks = (member: Member, more: object = {}) => member.does(createIntroductionRequest, { ...seed, ...more })
const newInvestor = () => bob.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })

test('a request is linked to an investor or to a member, and all members get the link', async () => {
  const ines = await newInvestor()
  const { id, ...created } = await asks(ada, { target_person: 'Ines Vela', target_investor_id: ines.id })
  expect(created).toMatchObject({ target_investor_id: ines.id, target_profile_id: null })
  expect(await bob.does(getIntroductionRequest, { id })).toMatchObject({
    target_person: 'Ines Vela',
    target_investor_id: ines.id,
  })
  const toBob = await asks(ada, { target_person: 'Bob Kowalski', target_profile_id: bob.profile_id })
  expect(toBob).toMatchObject({ target_investor_id: null, target_profile_id: bob.profile_id })
  expect(await asks(ada)).toMatchObject({ target_investor_id: null, target_profile_id: null })
})

test('a request has one target: picking another one replaces the first, and a typed name removes the link', async () => {
  const ines = await newInvestor()
  const { id } = await asks(ada, { target_person: 'Ines Vela', target_investor_id: ines.id })
  const edited = (change: object) => ada.does(updateIntroductionRequest, { id, ...change })
  expect(await edited({ request_title: 'Meet Ines' })).toMatchObject({ target_investor_id: ines.id })
  expect(await edited({ target_person: 'Eve', target_profile_id: bob.profile_id })).toMatchObject({
    target_investor_id: null,
    target_profile_id: bob.profile_id,
  })
  expect(await edited({ target_investor_id: ines.id })).toMatchObject({
    target_investor_id: ines.id,
    target_profile_id: null,
  })
  expect(await edited({ target_person: 'Ines’s partner' })).toMatchObject({
    target_investor_id: null,
    target_profile_id: null,
  })
  const both = { target_investor_id: ines.id, target_profile_id: bob.profile_id }
  expect(await ada.tries('POST', '/api/direct-introduction-requests', { ...seed, ...both })).toBe(400)
  expect(await ada.tries('PATCH', `/api/introduction-requests/${id}`, both)).toBe(400)
})

test('a target who is gone since it was picked is refused at the field', async () => {
  const ines = await newInvestor()
  const cleo = await server.member('Cleo Ortiz')
  await bob.does(deleteInvestor, { id: ines.id })
  await cleo.does(deleteAccount, { password: PASSWORD, content: 'remove' })
  const { id } = await asks(ada)
  const member = 'This member is no longer here. Unlink them or choose somebody else.'
  const investor = 'This investor was deleted. Unlink them or choose somebody else.'
  for (const [picked, message] of [
    [{ target_profile_id: cleo.profile_id }, member],
    [{ target_investor_id: ines.id }, investor],
  ] as const)
    for (const [method, path] of [
      ['POST', '/api/direct-introduction-requests'],
      ['PATCH', `/api/introduction-requests/${id}`],
    ] as const)
      expect(await ada.asks(method, path, { ...(method === 'POST' && seed), ...picked })).toMatchObject({
        status: 409,
        json: { error: message, fields: { target_person: message } },
      })
})

test('the name stays when its investor is deleted', async () => {
  const ines = await newInvestor()
  const { id } = await asks(ada, { target_person: 'Ines Vela', target_investor_id: ines.id })
  await bob.does(deleteInvestor, { id: ines.id })
  expect(await ada.does(getIntroductionRequest, { id })).toMatchObject({
    target_person: 'Ines Vela',
    target_investor_id: null,
  })
})

test('a hidden investor takes the link away, and brings it back unless another target was named', async () => {
  const ines = await newInvestor()
  const linked = { target_person: 'Ines Vela', target_investor_id: ines.id }
  const [kept, renamed] = [await asks(ada, linked), await asks(ada, linked)]
  const operator = (name: string) => commands[name]?.run(server.owner, 'investor', String(ines.id))
  const link = async ({ id }: { id: number }) => (await bob.does(getIntroductionRequest, { id })).target_investor_id
  await operator('hide')
  expect([await link(kept), await link(renamed)]).toEqual([null, null])
  await ada.does(updateIntroductionRequest, { id: renamed.id, target_person: 'Otto Brandt' })
  await operator('show')
  expect([await link(kept), await link(renamed)]).toEqual([ines.id, null])
})
