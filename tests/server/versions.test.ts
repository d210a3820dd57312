import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../contract/versions.ts'
import { sql } from '../../database/connection/sql.ts'
import { createTopic, getTopic, likeTopic, listReplies, pinTopic } from '../../features/forum/contract.ts'
import { createIntroductionRequest, getIntroductionRequest } from '../../features/introductions/contract.ts'
import {
  addInvestor,
  getInvestor,
  listComments,
  postComment,
  updateComment,
} from '../../features/investors/contract.ts'
import { hide, show } from '../../features/operator/hiding.ts'
import { getProfile, saveProfile } from '../../features/profile/contract.ts'
import { lockMine } from '../../features/profile/mine.ts'
import { lockOf } from '../../server/request/row.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { updates } from '../updates.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

describe.each(Object.entries(updates))('%s', (what, make) => {
  test('the second of two editors gets 409 and overwrites nothing', async () => {
    const { method, path, made, edits } = await make(server, ada)
    const { version } = made
    const first = await ada.asks(method, path, { ...edits[0], version })
    expect(first).toMatchObject({ status: 200, json: { ...edits[0], version: (version ?? 0) + 1 } })
    expect(await ada.asks(method, path, { ...edits[1], version })).toMatchObject({
      status: 409,
      json: { error: CHANGED_MEANWHILE },
    })
    const latest = (first.json as { version: number }).version
    expect(await ada.asks(method, path, { ...edits[0], version: latest })).toMatchObject({
      status: 200,
      json: edits[0],
    })
    const again = await ada.asks(method, path, { ...edits[1], version: latest })
    expect(again).toMatchObject({ status: 200, json: { ...edits[1], version: latest + 1 } })
  })

  test('without a version the last one to save wins, as specified', async () => {
    const { method, path, edits } = await make(server, ada)
    await ada.asks(method, path, edits[0])
    expect(await ada.asks(method, path, edits[1])).toMatchObject({ status: 200, json: edits[1] })
  })

  test('of many concurrent saves of one version, exactly one succeeds', async () => {
    const { method, path, made, edits } = await make(server, ada)
    const field = Object.keys(edits[0]).join()
    const statuses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => ada.tries(method, path, { [field]: `Attempt ${i}`, version: made.version })),
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  // Every member may edit events, and a profile has no id in its address.
  const isOthers = what !== 'event' && what !== 'my profile'
  if (isOthers)
    test('a version gives other members no access', async () => {
      const { method, path, made, edits } = await make(server, ada)
      expect(await bob.tries(method, path, { ...edits[0], version: made.version })).toBe(403)
      expect(await bob.tries(method, path, { ...edits[0], version: 99 })).toBe(403)
      expect(await bob.tries(method, path.replace(/\d+/, '2000000'), { ...edits[0], version: 1 })).toBe(404)
    })
})

test('likes, pins, replies, comments and ratings do not change the version', async () => {
  const topic = await ada.does(createTopic, { title: 'Pricing', content: 'Who?' })
  await bob.does(likeTopic, { id: topic.id })
  await ada.does(pinTopic, { id: topic.id })
  await bob.asks('POST', `/api/posts/${topic.id}/comments`, { content: 'Me.' })
  expect(await ada.does(getTopic, { id: topic.id })).toMatchObject({ version: 1, likes_count: 1, comments_count: 1 })
  const investor = await ada.does(addInvestor, { name: 'Ana', firm: 'Lakeview' })
  await bob.does(postComment, { id: investor.id, content: 'Fast.', rating: 5 })
  expect(await ada.does(getInvestor, { id: investor.id })).toMatchObject({ version: 1, rating_count: 1 })
})

test('only its writer sees the version of an investor comment, which counts edits made while it was private', async () => {
  const { id } = await ada.does(addInvestor, { name: 'Ben', firm: 'Lakeview' })
  const comment = await ada.does(postComment, { id, content: 'Hm.', is_private: true })
  await ada.does(updateComment, { id: comment.id, content: 'Hm, hm.' })
  await ada.does(updateComment, { id: comment.id, is_private: false })
  expect(await ada.does(listComments, { id })).toMatchObject([{ version: 3 }])
  expect((await bob.does(listComments, { id }))[0]).not.toHaveProperty('version')
})

test('a change of the target’s email is a new version for the requester and invisible to others', async () => {
  const asked = { request_title: 'Meet', context: 'To learn how drayage is booked.', your_company: 'Lakeline' }
  const { id, version } = await ada.does(createIntroductionRequest, asked)
  const path = `/api/introduction-requests/${id}`
  const before = await bob.does(getIntroductionRequest, { id })
  const liveChanges = () =>
    server.owner.rows(sql`select from live_changes where kind = 'introduction_requests' and row_id = ${id}`)
  const messages = (await liveChanges()).length
  const seen = [version]
  for (const target_email of ['tom@example.com', null, 'tom@example.com']) {
    const answer = await ada.asks('PATCH', path, { target_email, version: seen.at(-1) })
    expect(answer).toMatchObject({ status: 200, json: { target_email } })
    seen.push((answer.json as { version: number }).version)
  }
  expect(new Set(seen).size).toBe(4)
  expect(await ada.tries('PATCH', path, { target_email: null, version: seen.at(-2) })).toBe(409)
  expect(await bob.does(getIntroductionRequest, { id })).toEqual(before)
  expect(before).not.toHaveProperty('version')
  expect(await liveChanges()).toHaveLength(messages)
})

test('the version of a profile moves with hidden contacts, and is in no reply but one’s own; nothing else moves, from the first save on', {
  tags: ['DATA-14'],
}, async () => {
  const cleo = await server.member('Cleo')
  const { version } = await cleo.does(getProfile, {})
  const others = async () => [
    await bob.reads<object>(`/api/members/${cleo.profile_id}`),
    await bob.reads<object[]>('/api/members?q=Cleo'),
    await bob.reads<object[]>('/api/profiles'),
  ]
  const before = await others()
  const saved = await cleo.does(saveProfile, { phone: '+1 312 555 0100', version })
  expect(saved.version).toBe(version + 1)
  expect(await cleo.tries('PUT', '/api/profile', { bio: 'x', version })).toBe(409)
  expect(await others()).toEqual(before)
  expect(JSON.stringify(before)).not.toContain('version')
})

test('content that the operator hid and shows again keeps its version', async () => {
  const topic = await ada.does(createTopic, { title: 'Gone for a while', content: 'Really.', is_anonymous: true })
  await ada.asks('POST', `/api/posts/${topic.id}/comments`, { content: 'Me.', is_anonymous: true })
  await ada.asks('PATCH', `/api/posts/${topic.id}`, { title: 'Gone' })
  await hide(server.owner, 'post', topic.id)
  await show(server.owner, 'post', topic.id)
  expect(await bob.does(getTopic, { id: topic.id })).toMatchObject({ version: 2, is_anonymous: true })
  expect(await bob.does(listReplies, { id: topic.id })).toMatchObject([{ version: 1 }])
})

test('rows that refer to a row being edited are written without waiting for its lock', async () => {
  const { id } = await ada.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  // A write that had to wait would time out, because these transactions end after the call.
  await server.db.asMember(ada, async tx => {
    for (const statement of lockOf({ on: 'posts' }, { id })) await tx.one(statement)
    expect(await bob.tries('PUT', `/api/posts/${id}/follow`)).toBe(200)
  })
  await server.db.asMember(bob, async tx => {
    await lockMine(tx)
    expect(await bob.tries('POST', '/api/posts', { title: 'Saving elsewhere', content: 'In another tab.' })).toBe(201)
  })
})
