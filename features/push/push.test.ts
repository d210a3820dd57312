import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { name, sql } from '../../database/connection/sql.ts'
import { secretOf } from '../../server/session/secret.ts'
import { newBrowser } from '../../tests/push-browser.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { checkPush, getPush, turnOffPush, turnOnPush } from './contract.ts'
import { currentPublicKey } from './keys.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})

const isOn = async (member: Member) => (await member.does(getPush, {})).is_on
const idsOf = async (member: Member) =>
  (
    await server.owner.rows<{ id: string }>(
      sql`select id from push_subscriptions where user_id = ${member.user_id} order by created_at`,
    )
  ).map(({ id }) => id)
const isCurrent = async (id = '') => (await server.visitor.does(checkPush, { id })).is_current
/** The same member in another browser. */
async function signsIn({ email }: Member, password = PASSWORD, cookie = '') {
  const headers: Record<string, string> = cookie ? { cookie } : {}
  const answer = await server.visitor.asks('POST', '/api/auth/sign-in', { email, password }, headers)
  return server.known(answer.cookies, email)
}

test('a browser is turned on and off, and off again', async () => {
  const { public_key, is_on } = await ada.does(getPush, {})
  expect(Buffer.from(public_key ?? '', 'base64url')).toHaveLength(65)
  expect(is_on).toBe(false)
  const { subscription } = newBrowser()
  expect(await ada.does(turnOnPush, subscription)).toEqual({ public_key, is_on: true })
  expect(await ada.does(turnOnPush, subscription)).toEqual({ public_key, is_on: true })
  expect(await idsOf(ada)).toHaveLength(1)
  expect(await ada.does(turnOffPush, {})).toEqual({ public_key, is_on: false })
  expect(await ada.does(turnOffPush, {})).toEqual({ public_key, is_on: false })
  expect(await isOn(ada)).toBe(false)
})

test('a browser that renews its subscription has one', async () => {
  await ada.does(turnOnPush, newBrowser().subscription)
  await ada.does(turnOnPush, newBrowser().subscription)
  expect(await idsOf(ada)).toHaveLength(1)
})

test('a subscription belongs to one session: another browser of mine, and another member, neither see nor remove it', async () => {
  await ada.does(turnOnPush, newBrowser().subscription)
  const other = await signsIn(ada)
  for (const somebody of [other, bob]) {
    expect(await isOn(somebody)).toBe(false)
    await somebody.does(turnOffPush, {})
  }
  expect(await isOn(ada)).toBe(true)
  for (const table of ['push_subscriptions', 'push_keys'])
    await expect(bob.sql(sql`select * from ${name(table)}`)).rejects.toMatchObject({
      code: '42501',
    })
})

test('somebody else signs in in the same browser: its address belongs to them, and nothing waiting for the former member is shown', async () => {
  const { subscription } = newBrowser()
  await ada.does(turnOnPush, subscription)
  const [ofAda] = await idsOf(ada)
  expect(await isCurrent(ofAda)).toBe(true)
  await bob.does(turnOnPush, subscription)
  expect(await idsOf(ada)).toEqual([])
  expect(await isOn(ada)).toBe(false)
  const [ofBob] = await idsOf(bob)
  expect(ofBob).not.toBe(ofAda)
  expect(await isCurrent(ofBob)).toBe(true)
  expect(await isCurrent(ofAda)).toBe(false)
})

const endings: [string, (of: Member) => Promise<unknown>][] = [
  ['signed out', of => of.asks('POST', '/api/auth/sign-out')],
  ['signed out everywhere', of => of.asks('POST', '/api/auth/sign-out-everywhere')],
  [
    'another password',
    async of => (await signsIn(of)).asks('PUT', '/api/account/password', { password: 'quiet lantern river 42' }),
  ],
  ['somebody signs in with its cookie', of => signsIn(bob, PASSWORD, of.cookies)],
  ['disabled', of => server.owner.run(sql`update users set disabled_at = now() where id = ${of.user_id}`)],
  ['left', of => of.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })],
  [
    'ended elsewhere',
    async of => {
      const { id } = await server.owner.one<{ id: string }>(sql`select id from sessions where user_id = ${of.user_id}`)
      return (await signsIn(of)).asks('DELETE', `/api/account/sessions/${id}`)
    },
  ],
]
test.each(endings)('the subscription ends with its session: %s', async (_, end) => {
  await ada.does(turnOnPush, newBrowser().subscription)
  const [id] = await idsOf(ada)
  await end(ada)
  expect(await idsOf(ada)).toEqual([])
  expect(await isCurrent(id)).toBe(false)
})

test.each(['expires_at = now()', "last_used_at = now() - interval '8 days'"])(
  'a session that has run out is not pushed to (%s)',
  async change => {
    await ada.does(turnOnPush, newBrowser().subscription)
    const [id] = await idsOf(ada)
    const ended = change.startsWith('expires')
      ? sql`update sessions set expires_at = now() where user_id = ${ada.user_id}`
      : sql`update sessions set last_used_at = now() - interval '8 days' where user_id = ${ada.user_id}`
    await server.owner.run(ended)
    expect(await isCurrent(id)).toBe(false)
  },
)

test('a message does not keep a session alive', async () => {
  await ada.does(turnOnPush, newBrowser().subscription)
  const [id] = await idsOf(ada)
  await server.owner.run(
    sql`update sessions set last_used_at = now() - interval '6 days' where user_id = ${ada.user_id}`,
  )
  await ada.asks('POST', '/api/push/check', { id })
  const { days } = await server.owner.one<{ days: number }>(
    sql`select extract(day from now() - last_used_at)::integer as days from sessions where user_id = ${ada.user_id}`,
  )
  expect(days).toBe(6)
})

test('a member has at most ten: the oldest is removed', async () => {
  await ada.does(turnOnPush, newBrowser().subscription)
  for (let i = 0; i < 10; i++) await (await signsIn(ada)).does(turnOnPush, newBrowser().subscription)
  expect(await idsOf(ada)).toHaveLength(10)
  expect(await isOn(ada)).toBe(false)
})

const valid = () => newBrowser().subscription
const { p256dh } = valid().keys
const refused: [string, (given: ReturnType<typeof valid>) => unknown, string][] = [
  ['http', given => ({ ...given, endpoint: given.endpoint.replace('https', 'http') }), 'endpoint'],
  ['another host', given => ({ ...given, endpoint: 'https://push.evil.example/x' }), 'endpoint'],
  ['this machine', given => ({ ...given, endpoint: 'https://localhost/x' }), 'endpoint'],
  ['loopback', given => ({ ...given, endpoint: 'https://127.0.0.1/x' }), 'endpoint'],
  ['a private address', given => ({ ...given, endpoint: 'https://10.0.0.7/x' }), 'endpoint'],
  ['a metadata service', given => ({ ...given, endpoint: 'http://169.254.169.254/latest' }), 'endpoint'],
  ['another port', given => ({ ...given, endpoint: 'https://fcm.googleapis.com:22/x' }), 'endpoint'],
  ['no address', given => ({ ...given, endpoint: 'nonsense' }), 'endpoint'],
  ['an empty address', given => ({ ...given, endpoint: '' }), 'endpoint'],
  ['a very long address', given => ({ ...given, endpoint: given.endpoint + 'x'.repeat(1000) }), 'endpoint'],
  ['no keys', ({ endpoint }) => ({ endpoint }), 'keys'],
  ['a long key', given => ({ ...given, keys: { ...given.keys, p256dh: 'A'.repeat(5000) } }), 'keys.p256dh'],
  ['a short key', given => ({ ...given, keys: { ...given.keys, p256dh: p256dh.slice(0, 40) } }), 'keys.p256dh'],
  [
    'no point of the curve',
    given => ({ ...given, keys: { ...given.keys, p256dh: `B${'A'.repeat(86)}` } }),
    'keys.p256dh',
  ],
  [
    'another first byte',
    given => ({ ...given, keys: { ...given.keys, p256dh: `C${p256dh.slice(1)}` } }),
    'keys.p256dh',
  ],
  ['garbage', given => ({ ...given, keys: { ...given.keys, p256dh: '€'.repeat(87) } }), 'keys.p256dh'],
  [
    'a long secret',
    given => ({ ...given, keys: { ...given.keys, auth: randomBytes(20).toString('base64url') } }),
    'keys.auth',
  ],
  ['an oversize secret', given => ({ ...given, keys: { ...given.keys, auth: 'A'.repeat(5000) } }), 'keys.auth'],
  ['an empty secret', given => ({ ...given, keys: { ...given.keys, auth: '' } }), 'keys.auth'],
]
test.each(refused)('refused with 400: %s', async (_, change, field) => {
  const { status, json } = await ada.asks('PUT', '/api/push', change(valid()))
  expect(status).toBe(400)
  expect(Object.keys((json as { fields: object }).fields)).toEqual([field])
  expect(await isOn(ada)).toBe(false)
})

test('an unknown or malformed id is not current', async () => {
  expect(await isCurrent(randomUUID())).toBe(false)
  expect(await server.visitor.tries('POST', '/api/push/check', { id: 'x' })).toBe(400)
})

test('the private key is encrypted, processes share it, and another SECRET_KEY makes a new one', async () => {
  const [kept] = await server.owner.rows<{ private_key: Buffer; public_key: string }>(sql`select * from push_keys`)
  const services = { config: server.config, db: server.db, secret: secretOf(server.config) }
  expect(Buffer.from(services.secret.decrypt(kept?.private_key ?? Buffer.alloc(0)), 'base64url')).toHaveLength(32)
  const found = await Promise.all(Array.from({ length: 4 }, () => currentPublicKey(services)))
  expect(new Set(found)).toEqual(new Set([kept?.public_key]))

  const config = { ...server.config, secretKey: randomBytes(32).toString('base64') }
  const restored = { config, db: server.db, secret: secretOf(config) }
  const made = await Promise.all(Array.from({ length: 4 }, () => currentPublicKey(restored)))
  expect(new Set(made).size).toBe(1)
  expect(made[0]).not.toBe(kept?.public_key)
  // With the right key again, the subscriptions of before are still usable.
  expect(await currentPublicKey(services)).toBe(kept?.public_key)
})

test('after SECRET_KEY was replaced a browser does not count as on: it subscribes again, with the new key', async () => {
  const { subscription } = newBrowser()
  await ada.does(turnOnPush, subscription)
  const restored = await startTestServer({
    adminUrl: inject('adminUrl'),
    databaseUrl: server.config.databaseUrl,
    env: { SECRET_KEY: randomBytes(32).toString('base64') },
  })
  onTestFinished(() => restored.close())
  const adaThere = await restored.known(ada.cookies, ada.email)
  expect(await isOn(adaThere)).toBe(false)
  await adaThere.does(turnOnPush, subscription)
  expect(await isOn(adaThere)).toBe(true)
})

test('with PUSH_HOSTS=off there is no key, and no address is accepted', async () => {
  const off = await startTestServer({ adminUrl: inject('adminUrl'), env: { PUSH_HOSTS: 'off' } })
  const cleo = await off.member('Cleo')
  expect(await cleo.does(getPush, {})).toEqual({ public_key: null, is_on: false })
  expect(await cleo.tries('PUT', '/api/push', newBrowser().subscription)).toBe(400)
  await off.close()
})
