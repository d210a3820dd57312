import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { holdAccount, waitForLocks } from '../held-account.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../test-server.ts'

/** A write whose session or account ends while it runs answers 401, as without a session. */
let server: TestServer
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { DATABASE_CONNECTIONS: '20' } })
  waitForLocks(server)
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const ENDED = [401, 'Authentication required']
type Write = (who: Member) => Promise<{ status: number; json: never }>

/** Starts the writes, which are admitted and then wait for the lock. Commits the change and returns their answers. */
async function answersBeside(who: Member, change: string, writes: Record<string, Write>) {
  const held = await holdAccount(server, who.user_id, change)
  const under = Object.entries(writes).map(async ([what, write]) => {
    const { status, json } = await write(who)
    return [what, [status, (json as { error?: string }).error]]
  })
  await held.waiting(under.length)
  await held.letGo()
  return Object.fromEntries(await Promise.all(under))
}
const all = (writes: object) => Object.fromEntries(Object.keys(writes).map(what => [what, ENDED]))
const filesThere = () =>
  readdirSync(join(server.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )

test('a session that ends during account changes', async () => {
  const ada = await server.member('Ada')
  const writes: Record<string, Write> = {
    prove: who => who.asks('POST', '/api/auth/prove', { password: PASSWORD }),
    enrol: who => who.asks('POST', '/api/auth/factors', { factor_type: 'totp', friendly_name: 'Phone' }),
  }
  expect(await answersBeside(ada, 'delete from sessions where user_id = $1', writes)).toEqual(all(writes))
}, 200_000)

test('an account that is deleted during its writes', async () => {
  const ada = await server.member('Ada')
  const { id: topic } = (await bob.asks('POST', '/api/posts', { title: 'Pilots', content: 'Who has one?' })).json
  const { id: investor } = (await bob.asks('POST', '/api/investors', { name: 'Ines Vela', firm: 'Prairie Seed' })).json
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const binary = { 'content-type': 'application/octet-stream' }
  const writes: Record<string, Write> = {
    topic: who => who.asks('POST', '/api/posts', { title: 'Mine', content: 'Words' }),
    'topic, once': who =>
      who.asks('POST', '/api/posts', { title: 'Mine', content: 'Words' }, { 'idempotency-key': 'mine' }),
    reply: who => who.asks('POST', `/api/posts/${topic}/comments`, { content: 'I have' }),
    like: who => who.asks('PUT', `/api/posts/${topic}/like`),
    'investor comment': who => who.asks('POST', `/api/investors/${investor}/comments`, { content: 'Quick to answer' }),
    event: who =>
      who.asks('POST', '/api/direct-events', {
        title: 'Demo day',
        description: 'Six pitches.',
        location: 'mHUB',
        event_date: '2030-06-01',
      }),
    link: who => who.asks('POST', '/api/resources', { title: 'A list', url: 'https://list.example' }),
    file: who => who.asks('POST', '/api/resource-files?title=Notes&name=notes.txt', Buffer.from('Notes'), binary),
    profile: who => who.asks('PUT', '/api/profile', { bio: 'Founder' }),
    'no picture': who => who.asks('DELETE', '/api/profile/avatar'),
    picture: who => who.asks('PUT', '/api/profile/avatar', picture, binary),
    prove: who => who.asks('POST', '/api/auth/prove', { password: PASSWORD }),
    password: who => who.asks('PUT', '/api/account/password', { password: 'a brand new passphrase' }),
  }
  expect(await answersBeside(ada, 'delete from users where id = $1', writes)).toEqual(all(writes))
  expect(filesThere()).toEqual([])
}, 200_000)

test('with a valid session the answer is still 404 or 403', async () => {
  const ada = await server.member('Ada')
  const { id } = (await bob.asks('POST', '/api/posts', { title: 'Mine', content: 'Words' })).json
  expect(await ada.tries('PUT', '/api/posts/999999/like')).toBe(404)
  expect(await ada.tries('DELETE', `/api/posts/${id}`)).toBe(403)
  expect(await ada.tries('DELETE', '/api/auth/factors/00000000-0000-4000-8000-000000000000')).toBe(404)
})
