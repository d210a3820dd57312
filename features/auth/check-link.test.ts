import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { EMAIL_CONFIRMATION: 'on' } })
})
afterAll(() => server.close())

type Purpose = 'reset-password' | 'confirm-email' | 'confirm-address'

const check = async (purpose: Purpose, token: string) => {
  const { status, json } = await server.visitor.asks('POST', '/api/auth/check-link', { purpose, token })
  expect(status).toBe(200)
  return json as { is_valid: boolean }
}
const tokenIn = async (email: string, page: Purpose) => {
  const mails = await server.owner.rows<{ body: string }>(
    sql`select body from outbox where recipient = ${email} order by id desc`,
  )
  return mails.map(({ body }) => new RegExp(`/${page}#([\\w-]{43})`).exec(body)?.[1]).find(Boolean) ?? 'no token'
}

/** A member with a link of each kind. */
async function withLinks() {
  const ada = await server.member('Ada')
  const newEmail = `${crypto.randomUUID().slice(0, 8)}.new@example.com`
  await server.visitor.asks('POST', '/api/auth/forgot-password', { email: ada.email })
  expect(await ada.tries('POST', '/api/account/email', { email: newEmail })).toBe(204)
  return {
    ada,
    tokens: {
      'reset-password': await tokenIn(ada.email, 'reset-password'),
      'confirm-email': await tokenIn(newEmail, 'confirm-email'),
      'confirm-address': await tokenIn(ada.email, 'confirm-address'),
    } satisfies Record<Purpose, string>,
  }
}
const purposes: Purpose[] = ['reset-password', 'confirm-email', 'confirm-address']

test('a link is valid for its own purpose only, and checking does not use it up', async () => {
  const { ada, tokens } = await withLinks()
  for (const purpose of purposes) {
    for (let i = 0; i < 3; i++)
      expect([purpose, await check(purpose, tokens[purpose])]).toEqual([purpose, { is_valid: true }])
    for (const other of purposes.filter(candidate => candidate !== purpose))
      expect(await check(other, tokens[purpose])).toEqual({ is_valid: false })
  }
  expect(await ada.tries('POST', '/api/auth/confirm-address', { token: tokens['confirm-address'] })).toBe(200)
  expect(await server.visitor.tries('POST', '/api/account/email/confirm', { token: tokens['confirm-email'] })).toBe(200)
})

test('used, expired and invented links are not valid, and the reply contains nothing else', async () => {
  const { tokens } = await withLinks()
  const answers: unknown[] = []
  for (const purpose of purposes) {
    await server.owner.run(sql`update signed_links set expires_at = now() - interval '1 second'`)
    answers.push(await check(purpose, tokens[purpose]))
    await server.owner.run(sql`update signed_links set expires_at = now() + interval '1 hour', used_at = now()`)
    answers.push(await check(purpose, tokens[purpose]))
    answers.push(await check(purpose, 'made up'))
  }
  expect(answers).toEqual(Array(9).fill({ is_valid: false }))
})

test('a confirmation link is not valid after the account changed its address', async () => {
  const { tokens } = await withLinks()
  expect(await server.visitor.tries('POST', '/api/account/email/confirm', { token: tokens['confirm-email'] })).toBe(200)
  expect(await check('confirm-address', tokens['confirm-address'])).toEqual({ is_valid: false })
  expect(await check('reset-password', tokens['reset-password'])).toEqual({ is_valid: false })
})

test('an address that another account has taken since cannot be confirmed', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const email = 'wanted.by.both@example.com'
  for (const who of [ada, bob]) expect(await who.tries('POST', '/api/account/email', { email })).toBe(204)
  const mails = await server.owner.rows<{ body: string }>(
    sql`select body from outbox where recipient = ${email} order by id`,
  )
  const [first = '', second = ''] = mails.map(({ body }) => /#([\w-]{43})/.exec(body)?.[1] ?? '')
  expect(await ada.tries('POST', '/api/account/email/confirm', { token: first })).toBe(200)
  expect(await check('confirm-email', second)).toEqual({ is_valid: false })
  const late = await bob.asks('POST', '/api/account/email/confirm', { token: second })
  expect([late.status, late.json]).toMatchObject([409, { error: 'This address belongs to another account by now.' }])
})

test('checking links is throttled per client address', async () => {
  const limited = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_RESET_PER_HOUR: '2' } })
  const statuses: number[] = []
  for (let i = 0; i < 3; i++)
    statuses.push(
      await limited.visitor.tries('POST', '/api/auth/check-link', { purpose: 'reset-password', token: 'guessed' }),
    )
  // Using a link has a separate limit.
  statuses.push(
    await limited.visitor.tries('POST', '/api/auth/reset-password', { token: 'guessed', password: 'a new passphrase' }),
  )
  await limited.close()
  expect(statuses).toEqual([200, 200, 429, 400])
})
