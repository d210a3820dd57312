import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../../tests/held-account.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

/** Two concurrent changes to one account: the second finds its session or link revoked; there is no deadlock. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { EMAIL_CONFIRMATION: 'on' } })
  waitForLocks(server)
})
afterAll(() => server.close())

const NEW = 'a brand new passphrase'

async function tokenSentTo(email: string): Promise<string> {
  const { body } = await server.owner.one<{ body: string }>(
    sql`select body from outbox where recipient = ${email} order by id desc limit 1`,
  )
  return /#([\w-]{43})/.exec(body)?.[1] ?? ''
}

type SendRequest = () => Promise<number>

/** Queues two requests on the account's row lock, in this order. */
async function queueOnLock({ user_id }: Member, first: SendRequest, second: SendRequest): Promise<number[]> {
  const held = await holdAccount(server, user_id)
  const answers = [first()]
  await held.waiting(1)
  answers.push(second())
  await held.waiting(2)
  await held.letGo()
  return Promise.all(answers)
}

const setPassword = (who: Member) => () => who.tries('PUT', '/api/account/password', { password: NEW })
const reset = (token: string) => () =>
  server.visitor.tries('POST', '/api/auth/reset-password', { token, password: NEW })

test('a password change revokes an email-change link that is confirmed at the same time', async () => {
  const ada = await server.member('Ada')
  await ada.asks('POST', '/api/account/email', { email: 'ada.new@example.com' })
  const token = await tokenSentTo('ada.new@example.com')
  const confirm = () => server.visitor.tries('POST', '/api/account/email/confirm', { token })
  expect(await queueOnLock(ada, setPassword(ada), confirm)).toEqual([200, 400])
}, 200_000)

test('a confirmation concurrent with a newer link is refused', async () => {
  const ada = await server.member('Ada')
  const token = await tokenSentTo(ada.email)
  const sendAgain = () => ada.tries('POST', '/api/auth/confirmation-mail')
  const confirm = () => ada.tries('POST', '/api/auth/confirm-address', { token })
  expect(await queueOnLock(ada, sendAgain, confirm)).toEqual([204, 400])
}, 200_000)

test('a session that a password reset ends at the same time cannot delete the account', async () => {
  const ada = await server.member('Ada')
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: ada.email })
  const token = await tokenSentTo(ada.email)
  const leave = () => ada.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  expect(await queueOnLock(ada, reset(token), leave)).toEqual([204, 401])
}, 200_000)

test('a registration retry concurrent with a password reset does not sign in', async () => {
  const registration = {
    email: 'twice@example.com',
    password: PASSWORD,
    options: { data: { username: 'Twice' } },
  }
  const register = () =>
    server.visitor
      .asks('POST', '/api/auth/sign-up', registration, { 'idempotency-key': 'twice' })
      .then(answer => answer.status)
  expect(await register()).toBe(201)
  const twice = await server.known('', registration.email)
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: twice.email })
  const token = await tokenSentTo(twice.email)
  expect(await queueOnLock(twice, reset(token), register)).toEqual([204, 409])
}, 200_000)

test('deleting an account waits for a reply that its author is writing', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const { id } = (await bob.asks('POST', '/api/posts', { title: 'Pilots', content: 'Who has one?' })).json as {
    id: number
  }
  // The reply has locked its author's profile and waits to update the counter; its idempotency key, which references the account,
  // is inserted last.
  const topic = `select 1 from posts where id = ${id} and $1::uuid is not null for no key update`
  const held = await holdAccount(server, ada.user_id, topic)
  const reply = ada.asks('POST', `/api/posts/${id}/comments`, { content: 'I have' }, { 'idempotency-key': 'reply' })
  await held.waiting(1)
  const leaving = ada.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  await held.waiting(2)
  await held.letGo()
  expect([(await reply).status, await leaving]).toEqual([201, 204])
}, 200_000)
