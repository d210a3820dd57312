import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { muteMember } from '../notifications/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import {
  addIntroductionComment,
  createIntroductionRequest,
  deleteIntroductionComment,
  getIntroductionRequest,
  listIntroductionRequests,
  listOpenIntroductionRequests,
  updateIntroductionRequest,
} from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
let eve: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.owner.run(sql`delete from introduction_requests`)
  ada = await server.member('Ada Osei')
  bob = await server.member('Bob Kowalski')
  eve = await server.member('Eve Raman')
})

const idOf = ({ profile_id }: Member) => profile_id ?? 0
const asks = (member: Member, request_title: string, more: object = {}) =>
  member.does(createIntroductionRequest, {
    request_title,
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    ...more,
  })
const titles = async (member: Member, query: object) =>
  (await member.does(listIntroductionRequests, query)).map(request => request.request_title)
const openFor = async (member: Member, query: object) =>
  (await member.does(listOpenIntroductionRequests, query)).map(request => request.request_title)
const helpFor = (member: Member, more: object = {}) => titles(member, { show: 'help', ...more })

test('comments are counted for all, and counting is no edit', async () => {
  const before = await asks(ada, 'Meet a dispatcher')
  expect(before.comments_count).toBe(0)
  const first = await bob.does(addIntroductionComment, { requestId: before.id, comment_text: 'I know one.' })
  await eve.does(addIntroductionComment, { requestId: before.id, comment_text: 'So do I.' })
  expect(await ada.does(getIntroductionRequest, { id: before.id })).toEqual({ ...before, comments_count: 2 })
  await bob.does(deleteIntroductionComment, { requestId: before.id, commentId: first.id })
  expect((await eve.does(listIntroductionRequests, {})).map(request => request.comments_count)).toEqual([1])
  await expect(ada.sql(sql`update introduction_requests set comments_count = 9`)).rejects.toThrow(/permission denied/)
})

test('unanswered requests are pending and have no comments', async () => {
  const answered = await asks(ada, 'Answered')
  await bob.does(addIntroductionComment, { requestId: answered.id, comment_text: 'I know one.' })
  const moved = await asks(ada, 'In progress')
  await ada.does(updateIntroductionRequest, { id: moved.id, status: 'in_progress' })
  await asks(ada, 'Waiting')
  await asks(bob, 'Also waiting')
  expect(await titles(eve, { show: 'unanswered' })).toEqual(['Also waiting', 'Waiting'])
  expect(await titles(ada, { show: 'unanswered', mine: 'true' })).toEqual(['Waiting'])
  expect(await titles(eve, { show: 'unanswered', q: 'also' })).toEqual(['Also waiting'])
})

test('I could help: what the requester looks for is what I can help with', async () => {
  await ada.does(saveProfile, { needs: ['Hiring', 'Legal Help'] })
  await bob.does(saveProfile, { can_help_with: ['Legal Help'] })
  const { id } = await asks(ada, 'Meet a patent lawyer')
  expect(await helpFor(bob)).toEqual(['Meet a patent lawyer'])
  expect(await helpFor(bob, { q: 'patent' })).toEqual(['Meet a patent lawyer'])
  expect(await helpFor(bob, { q: 'dispatcher' })).toEqual([])
  expect([await helpFor(eve), await helpFor(ada)]).toEqual([[], []])
  // Their own, one that names them, and one that is closed.
  await ada.does(saveProfile, { can_help_with: ['Legal Help'] })
  expect(await helpFor(ada)).toEqual([])
  await ada.does(updateIntroductionRequest, { id, target_person: 'Bob', target_profile_id: idOf(bob) })
  expect(await helpFor(bob)).toEqual([])
  await ada.does(updateIntroductionRequest, { id, target_person: 'Somebody else' })
  expect(await helpFor(bob)).toEqual(['Meet a patent lawyer'])
  await ada.does(updateIntroductionRequest, { id, status: 'completed' })
  expect(await helpFor(bob)).toEqual([])
  await ada.does(updateIntroductionRequest, { id, status: 'in_progress' })
  expect(await helpFor(bob)).toEqual(['Meet a patent lawyer'])
  // The profile changes.
  await ada.does(saveProfile, { needs: ['Hiring'] })
  expect(await helpFor(bob)).toEqual([])
})

test('I could help: investors whom I added or commented on in public, and funding for all of them', async () => {
  const ines = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await asks(bob, 'Meet Ines', { target_person: 'Ines Vela', target_investor_id: ines.id })
  expect(await helpFor(ada)).toEqual(['Meet Ines'])
  expect(await helpFor(eve)).toEqual([])
  await eve.does(postComment, { id: ines.id, content: 'For my eyes', is_private: true })
  expect(await helpFor(eve)).toEqual([])
  await eve.does(postComment, { id: ines.id, content: 'Answers quickly' })
  expect(await helpFor(eve)).toEqual(['Meet Ines'])
  const funder = await server.member('Fay Okoro')
  await funder.does(saveProfile, { can_help_with: ['Funding'] })
  expect(await helpFor(funder)).toEqual(['Meet Ines'])
})

test('I could help leaves out quiet requests, muted members and disabled accounts', async () => {
  await ada.does(saveProfile, { can_help_with: ['Hiring'] })
  for (const member of [bob, eve]) await member.does(saveProfile, { needs: ['Hiring'] })
  const { id } = await asks(bob, 'Of Bob')
  await asks(eve, 'Of Eve')
  expect(await helpFor(ada)).toEqual(['Of Eve', 'Of Bob'])
  await server.owner.run(sql`update introduction_requests set quiet_since = now() where id = ${id}`)
  expect(await helpFor(ada)).toEqual(['Of Eve'])
  await server.owner.run(sql`update introduction_requests set quiet_since = null where id = ${id}`)
  await ada.does(muteMember, { id: idOf(bob) })
  expect(await helpFor(ada)).toEqual(['Of Eve'])
  await server.owner.run(sql`update users set disabled_at = now() where id = ${eve.user_id}`)
  expect(await helpFor(ada)).toEqual([])
})

test('a long list of requests that fit comes page by page, in every order', async () => {
  await ada.does(saveProfile, { can_help_with: ['Hiring'] })
  await bob.does(saveProfile, { needs: ['Hiring'] })
  await server.owner.run(sql`
    insert into introduction_requests (user_id, request_title, urgency)
    select case when n % 2 = 0 then ${bob.user_id}::uuid else ${eve.user_id}::uuid end, 'Request ' || lpad(n::text, 3, '0'),
      (array['low', 'medium', 'high'])[1 + n % 3] from generate_series(1, 120) n`)
  for (const sort of ['newest', 'oldest', 'urgent', 'title', 'company']) {
    const found: string[] = []
    let path: string | undefined = `/api/direct-introduction-requests?show=help&limit=25&sort=${sort}`
    while (path) {
      const page = await ada.asks('GET', path)
      found.push(...(page.json as { request_title: string }[]).map(request => request.request_title))
      path = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect([found.length, new Set(found).size], sort).toEqual([60, 60])
  }
})

test('the requests for an investor, and those that name me, to me only', async () => {
  const ines = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await asks(bob, 'Meet Ines', { target_investor_id: ines.id })
  const closed = await asks(ada, 'Met Ines', { target_investor_id: ines.id })
  await ada.does(updateIntroductionRequest, { id: closed.id, status: 'declined' })
  expect(await openFor(eve, { investor: ines.id })).toEqual(['Meet Ines'])
  expect(await openFor(eve, {})).toEqual([])

  await asks(bob, 'Meet Ada', { target_profile_id: idOf(ada) })
  await asks(eve, 'Eve meets Ada', { target_profile_id: idOf(ada) })
  const naming = (member: Member) => openFor(member, { member: idOf(ada) })
  expect(await naming(ada)).toEqual(['Eve meets Ada', 'Meet Ada'])
  expect(await naming(bob)).toEqual(['Meet Ada'])
  expect(await naming(await server.member('Zoe'))).toEqual([])
})

test('the requests of somebody who left or is disabled are not among the open ones', async () => {
  const ines = await ada.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  for (const member of [bob, eve]) {
    await asks(member, `${member.user_id} meets Ada`, { target_profile_id: idOf(ada) })
    await asks(member, `${member.user_id} meets Ines`, { target_investor_id: ines.id })
  }
  const open = async () => [
    ...(await openFor(ada, { member: idOf(ada) })),
    ...(await openFor(ada, { investor: ines.id })),
  ]
  expect(await open()).toHaveLength(4)
  await server.owner.run(sql`update users set disabled_at = now() where id = ${bob.user_id}`)
  expect(await open()).toEqual([`${eve.user_id} meets Ada`, `${eve.user_id} meets Ines`])
  await eve.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })
  expect(await open()).toEqual([])
})

test('the requests of a member who left without removing them have no company, in no search either', async () => {
  const { id } = await asks(eve, 'Meet a broker', { target_person: 'Jane Broker', your_company: 'Evergreen Works' })
  const found = async () =>
    (await ada.asks('GET', '/api/direct-introduction-requests?q=evergreen')).text.includes('Meet a broker')
  expect(await found()).toBe(true)
  await eve.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'anonymise' })
  expect(await found()).toBe(false)
  const { text } = await ada.asks('GET', `/api/introduction-requests/${id}`)
  expect(text).toContain('Meet a broker')
  expect(text).not.toContain('Evergreen')
})

test('a member has one open request for another member', async () => {
  const meetBob = { target_person: 'Bob', target_profile_id: idOf(bob) }
  const first = await asks(ada, 'Meet Bob', meetBob)
  const refusal = 'You already have an open request to meet this member: “Meet Bob”.'
  const refused = { error: refusal, fields: { target_person: refusal } }
  const again = { request_title: 'Meet Bob again', context: 'We sell shelf sensors.', your_company: 'Shelfie' }
  const post = (more: object) => ada.asks('POST', '/api/direct-introduction-requests', { ...again, ...more })
  expect(await post(meetBob)).toMatchObject({ status: 409, json: refused })
  // Other requesters and other targets, and typed names.
  await asks(eve, 'Eve meets Bob', meetBob)
  await asks(ada, 'Meet Eve', { target_profile_id: idOf(eve) })
  const typed = await asks(ada, 'Meet some Bob', { target_person: 'Bob' })
  const path = `/api/introduction-requests/${typed.id}`
  expect(await ada.asks('PATCH', path, meetBob)).toMatchObject({ status: 409, json: refused })

  await ada.does(updateIntroductionRequest, { id: first.id, status: 'completed' })
  const second = await asks(ada, 'Meet Bob once more', meetBob)
  const reopened = await ada.asks('PATCH', `/api/introduction-requests/${first.id}`, { status: 'approved' })
  expect(reopened).toMatchObject({ status: 409, json: { error: expect.stringContaining('“Meet Bob once more”') } })
  await ada.does(updateIntroductionRequest, { id: first.id, status: 'declined' })
  await ada.does(updateIntroductionRequest, { id: second.id, request_title: 'Meet Bob, still' })
  // Closed and linked in one edit.
  await ada.does(updateIntroductionRequest, { id: typed.id, ...meetBob, status: 'declined' })
})

test('nobody asks for an introduction to themselves', async () => {
  const myself = { target_person: 'Ada Osei', target_profile_id: idOf(ada) }
  const refusal = 'You cannot ask for an introduction to yourself.'
  const refused = { status: 400, json: { error: refusal, fields: { target_person: refusal } } }
  const request = { request_title: 'Meet me', context: 'We sell shelf sensors.', your_company: 'Shelfie' }
  expect(await ada.asks('POST', '/api/direct-introduction-requests', { ...request, ...myself })).toMatchObject(refused)
  const { id } = await asks(ada, 'Meet somebody', {})
  expect(await ada.asks('PATCH', `/api/introduction-requests/${id}`, myself)).toMatchObject(refused)
  await asks(bob, 'Meet Ada', myself)
})

test('of several requests for one member at the same moment one is left', async () => {
  const sent = Array.from({ length: 6 }, (_, n) =>
    ada.tries('POST', '/api/direct-introduction-requests', {
      request_title: `Meet Bob ${n}`,
      context: 'We sell shelf sensors.',
      your_company: 'Shelfie',
      target_profile_id: idOf(bob),
    }),
  )
  expect((await Promise.all(sent)).sort()).toEqual([201, 409, 409, 409, 409, 409])
  const typed = await Promise.all([1, 2, 3].map(n => asks(eve, `Meet Bob ${n}`)))
  const edits = typed.map(({ id }) =>
    eve.tries('PATCH', `/api/introduction-requests/${id}`, { target_profile_id: idOf(bob) }),
  )
  expect((await Promise.all(edits)).sort()).toEqual([200, 409, 409])
})
