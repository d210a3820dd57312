import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { handlers } from '../../server/slices.ts'
import { type Member, startTestServer, type TestServer } from '../test-server.ts'
import { updates } from '../updates.ts'

/** Access to the row is checked before the body. */
let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const UNKNOWN = 2_000_000_000
const wrong = { title: 7, name: 7, content: 7, comment_text: 7, urgency: 7, user_id: {} }

// Every member may change an event, and a profile has no id in its address.
const owned = Object.entries(updates).filter(([what]) => !['event', 'my profile'].includes(what))

test('the test finds rows with an owner', () => expect(owned.length).toBeGreaterThan(4))

describe.each(owned)('%s', (_, make) => {
  test('an invalid body gets 404 for an unknown row, 403 for another member’s row, 400 for the owner', async () => {
    const { method, path } = await make(server, ada)
    expect(await ada.tries(method, path.replace(/\d+/, String(UNKNOWN)), wrong)).toBe(404)
    expect(await bob.tries(method, path, wrong)).toBe(403)
    expect(await ada.tries(method, path, wrong)).toBe(400)
    expect(await ada.tries(method, path, { id: UNKNOWN, user_id: undefined })).toBe(400)
  })
})

const created = handlers
  .map(({ endpoint }) => endpoint)
  .filter(({ method, path, access }) => method === 'POST' && /:(id|requestId)\//.test(path) && access === 'member')

test.each(created.map(({ path }) => path))('POST %s gets 404 under an unknown row for any body', async path => {
  const url = path.replace(/:\w+/, String(UNKNOWN))
  expect(await ada.asks('POST', url, wrong)).toMatchObject({ status: 404 })
  expect(await ada.asks('POST', url, {})).toMatchObject({ status: 404 })
})
