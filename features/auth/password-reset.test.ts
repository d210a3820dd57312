import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { type House, openHouse, PASSWORD } from '../../tests/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl'), env: { PUBLIC_URL: 'http://community.example' } })
})
afterAll(() => house.close())

const NEW = 'a brand new passphrase'
const ask = (email: string) => house.visitor.asks('POST', '/api/auth/forgot-password', { email })
const reset = (token: string, password = NEW) =>
  house.visitor.asks('POST', '/api/auth/reset-password', { token, password })
const mails = (email: string) =>
  house.owner.rows<{ body: string }>(sql`select body from outbox where recipient = ${email} order by id`)

async function askedFor(email: string): Promise<string> {
  await ask(email)
  const body = (await mails(email)).at(-1)?.body ?? ''
  return /http:\/\/community\.example\/reset-password#([\w-]{43})/.exec(body)?.[1] ?? ''
}

test("the mail's link sets a new password once, and ends every session", async () => {
  const ada = await house.member('Ada')
  const token = await askedFor(ada.email)
  expect((await reset(token)).status).toBe(204)
  expect(await ada.tries('GET', '/api/profile')).toBe(401)
  const signIn = (password: string) => house.visitor.tries('POST', '/api/auth/sign-in', { email: ada.email, password })
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200])
  expect(await reset(token, 'yet another passphrase')).toMatchObject({
    status: 400,
    json: { error: 'This link has expired or was used already. Please ask for a new one.' },
  })
})

test('an unknown address gets the same answer and no mail', async () => {
  const ada = await house.member('Ada')
  const [known, unknown] = [await ask(ada.email), await ask('nobody@example.com')]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(await mails('nobody@example.com')).toEqual([])
})

test('the link is good for 30 minutes, and using one makes the others worthless', async () => {
  const ada = await house.member('Ada')
  const [first, second] = [await askedFor(ada.email), await askedFor(ada.email)]
  expect((await reset(second)).status).toBe(204)
  expect((await reset(first)).status).toBe(400)
  const late = await askedFor(ada.email)
  // Half an hour passes.
  await house.owner.run(sql`update password_resets set expires_at = expires_at - interval '30 minutes'`)
  expect((await reset(late)).status).toBe(400)
})

test('a hundred redemptions of one link at once set the password exactly once', async () => {
  const ada = await house.member('Ada')
  const token = await askedFor(ada.email)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => reset(token, `passphrase number ${i}`)))
  expect(answers.filter(one => one.status === 204)).toHaveLength(1)
})

test('a common password is refused here too, and the link stays good', async () => {
  const ada = await house.member('Ada')
  const token = await askedFor(ada.email)
  expect((await reset(token, 'password')).status).toBe(400)
  expect((await reset(token)).status).toBe(204)
})

test('a new password made from the name or address of the account is refused, and the link stays good', async () => {
  const ada = await house.member('Ada Lovelace', { email: 'countess@example.com' })
  await house.owner.run(sql`update profiles set full_name = 'Ada Byron' where id = ${ada.profile_id}`)
  const token = await askedFor(ada.email)
  for (const password of ['L0velace1815', 'byron-byron', 'Countess!!', 'community2024'])
    expect(await reset(token, password), password).toMatchObject({
      status: 400,
      json: { fields: { password: expect.stringContaining('it is made from your name, your email address') } },
    })
  expect((await reset(token)).status).toBe(204)
  // Whoever has no good link learns nothing about an account.
  expect(await reset('x'.repeat(43), 'L0velace1815')).toMatchObject({
    json: { error: 'This link has expired or was used already. Please ask for a new one.' },
  })
})
