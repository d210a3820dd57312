import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { holdAccount, waitForLocks } from '../../tests/held-account.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

/** Two changes to one account at once: one comes first, the other finds its session or link ended, and neither fails for the other's sake. */
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

type Try = () => Promise<number>

/** The second request waits behind the first for the account. */
async function oneAfterTheOther({ user_id }: Member, first: Try, second: Try): Promise<number[]> {
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

test('a new address that is confirmed while the password changes finds its link ended', async () => {
  const ada = await server.member('Ada')
  await ada.asks('POST', '/api/account/email', { email: 'ada.new@example.com' })
  const token = await tokenSentTo('ada.new@example.com')
  const confirm = () => server.visitor.tries('POST', '/api/account/email/confirm', { token })
  expect(await oneAfterTheOther(ada, setPassword(ada), confirm)).toEqual([200, 400])
}, 200_000)

test('an address that is confirmed while a newer link is sent is told to use that one', async () => {
  const ada = await server.member('Ada')
  const token = await tokenSentTo(ada.email)
  const sendAgain = () => ada.tries('POST', '/api/auth/confirmation-mail')
  const confirm = () => ada.tries('POST', '/api/auth/confirm-address', { token })
  expect(await oneAfterTheOther(ada, sendAgain, confirm)).toEqual([204, 400])
}, 200_000)

test('whoever loses their session to a password reset can no longer delete the account', async () => {
  const ada = await server.member('Ada')
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: ada.email })
  const token = await tokenSentTo(ada.email)
  const leave = () => ada.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  expect(await oneAfterTheOther(ada, reset(token), leave)).toEqual([204, 401])
}, 200_000)

test('a registration that is sent again while the password is reset signs nobody in', async () => {
  const registration = {
    email: 'twice@example.com',
    password: PASSWORD,
    options: { data: { username: 'Twice' } },
  }
  const register = () =>
    server.visitor
      .asks('POST', '/api/auth/sign-up', registration, { 'idempotency-key': 'twice' })
      .then(one => one.status)
  expect(await register()).toBe(201)
  const twice = await server.known('', registration.email)
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: twice.email })
  const token = await tokenSentTo(twice.email)
  expect(await oneAfterTheOther(twice, reset(token), register)).toEqual([204, 409])
}, 200_000)

test('a reply that is being written when its author deletes the account is waited for', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const { id } = (await bob.asks('POST', '/api/posts', { title: 'Pilots', content: 'Who has one?' })).json as {
    id: number
  }
  // The reply has referred to its author and waits to be counted; its key, which refers to the account, comes last.
  const topic = `select 1 from posts where id = ${id} and $1::uuid is not null for no key update`
  const held = await holdAccount(server, ada.user_id, topic)
  const reply = ada.asks('POST', `/api/posts/${id}/comments`, { content: 'I have' }, { 'idempotency-key': 'reply' })
  await held.waiting(1)
  const leaving = ada.tries('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  await held.waiting(2)
  await held.letGo()
  expect([(await reply).status, await leaving]).toEqual([201, 204])
}, 200_000)
