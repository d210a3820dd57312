import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { codeOf, type Enrolled, type Raised, secondFactor } from '../../tests/second-factor.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { DATABASE_CONNECTIONS: '40' } })
})
afterAll(() => server.close())

const { as, challenge, verify, signIn, protectedMember } = secondFactor(() => server)

test('an issuer with half of an emoji is enrolled', async () => {
  const ada = await server.member('Ada')
  expect(await ada.asks('POST', '/api/auth/factors', { factor_type: 'totp', issuer: 'F\ud800' })).toMatchObject({
    status: 201,
    json: { issuer: 'F\ufffd' },
  })
})

test('enrolling, challenging and verifying raises aal1 to aal2 with a new session', {
  tags: ['AUTH-69', 'AUTH-71', 'AUTH-72', 'AUTH-73', 'AUTH-75', 'DATA-21', 'DATA-22'],
}, async () => {
  const ada = await server.member('Ada')
  const enrolled = await ada.asks('POST', '/api/auth/factors', {
    friendly_name: 'My phone',
    factor_type: 'totp',
    issuer: 'Founders',
  })
  expect(enrolled).toMatchObject({
    status: 201,
    json: { friendly_name: 'My phone', factor_type: 'totp', issuer: 'Founders', phone: null, status: 'unverified' },
  })
  const factor = enrolled.json as Enrolled
  expect(factor.totp.uri).toBe(
    `otpauth://totp/Founders:${encodeURIComponent(ada.email)}?secret=${factor.totp.secret}&issuer=Founders&algorithm=SHA1&digits=6&period=30`,
  )
  const answer = await verify(ada, factor, await challenge(ada, factor), codeOf(factor.totp.secret))
  expect(answer).toMatchObject({ status: 200, json: { session: { aal: 'aal2' }, expires_in: expect.any(Number) } })
  const { expires_in, recovery_codes } = answer.json as Raised
  expect(expires_in).toBeGreaterThan(0)
  expect(recovery_codes).toHaveLength(10)
  // The old token is revoked; the new one has level aal2.
  expect(await ada.tries('GET', '/api/profile')).toBe(401)
  const raised = as(ada, answer.cookies)
  expect((await raised.asks('GET', '/api/profile')).status).toBe(200)
  expect((await raised.asks('GET', '/api/auth/session')).json).toMatchObject({
    user: { factors: [{ factor_type: 'totp', status: 'verified', friendly_name: 'My phone', issuer: 'Founders' }] },
    session: { aal: 'aal2' },
  })
})

test('a factor is totp or phone, nothing else', { tags: ['AUTH-70'] }, async () => {
  const ada = await server.member('Ada')
  expect(await ada.tries('POST', '/api/auth/factors', { factor_type: 'sms' })).toBe(400)
  expect(await ada.tries('POST', '/api/auth/factors', {})).toBe(400)
  expect(await ada.tries('POST', '/api/auth/factors', { factor_type: 'phone', phone: '312' })).toBe(400)
  expect(await ada.tries('POST', '/api/auth/factors', { factor_type: 'phone' })).toBe(400)
})

test('with a verified factor, the password alone allows only the second step and signing out', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const passwordOnly = await signIn(first)
  expect(passwordOnly.json).toMatchObject({ session: { aal: 'aal1' } })
  const ada = as(first, passwordOnly.cookies)
  for (const [method, path] of [
    ['GET', '/api/profile'],
    ['GET', '/api/live'],
    ['POST', '/api/auth/token'],
    ['POST', '/api/auth/factors'],
    ['DELETE', `/api/auth/factors/${factor.id}`],
    ['POST', '/api/auth/prove'],
    ['POST', '/api/auth/sign-out-everywhere'],
  ] as const)
    expect(`${path} ${(await ada.asks(method, path, { factor_type: 'totp', password: PASSWORD })).status}`).toBe(
      `${path} 403`,
    )
  expect((await ada.asks('GET', '/')).text).not.toContain('"data":{"')
  const answer = await verify(ada, factor, await challenge(ada, factor), codeOf(secret))
  expect(answer.status).toBe(200)
  expect((await as(first, answer.cookies).asks('GET', '/api/profile')).status).toBe(200)
})

test('a code works once: replay is refused, and of a hundred concurrent requests exactly one succeeds', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const code = codeOf(secret)
  const ada = as(first, (await signIn(first)).cookies)
  const used = await verify(ada, factor, await challenge(ada, factor), code)
  expect(used.status).toBe(200)
  const again = as(first, (await signIn(first)).cookies)
  expect((await verify(again, factor, await challenge(again, factor), code)).status).toBe(400)

  const bob = await protectedMember('Bob')
  const currentCode = codeOf(bob.secret)
  const passwordOnly = as(bob.first, (await signIn(bob.first)).cookies)
  const shared = await Promise.all(Array.from({ length: 5 }, () => challenge(passwordOnly, bob.factor)))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => verify(passwordOnly, bob.factor, shared[i % 5] ?? '', currentCode)),
  )
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
})

test('only codes of the current and the previous step are accepted', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const ada = as(first, (await signIn(first)).cookies)
  for (const seconds of [-90, 60])
    expect((await verify(ada, factor, await challenge(ada, factor), codeOf(secret, seconds))).status).toBe(400)
})

test('a challenge lasts five minutes and five tries, and belongs to the session that asked for it', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const ada = as(first, (await signIn(first)).cookies)
  const guessed = await challenge(ada, factor)
  for (let i = 0; i < 5; i++) expect((await verify(ada, factor, guessed, '000000')).status).toBe(400)
  expect((await verify(ada, factor, guessed, codeOf(secret))).json).toMatchObject({
    error: 'This request for a code has expired. Please ask for a new one.',
  })
  const late = await challenge(ada, factor)
  await server.owner.run(sql`update factor_challenges set expires_at = now() where id = ${late}`)
  expect((await verify(ada, factor, late, codeOf(secret))).status).toBe(400)
  const mallory = as(first, (await signIn(first)).cookies)
  expect((await verify(mallory, factor, await challenge(ada, factor), codeOf(secret))).status).toBe(400)
})

test('the number of challenges is limited', async () => {
  const { first, factor } = await protectedMember('Ada')
  const ada = as(first, (await signIn(first)).cookies)
  const statuses = []
  for (let i = 0; i < 11; i++)
    statuses.push((await ada.asks('POST', `/api/auth/factors/${factor.id}/challenge`, {})).status)
  expect(statuses.at(-1)).toBe(429)
})

test('a recovery code works once, also for a hundred concurrent requests', async () => {
  const { first, codes } = await protectedMember('Ada')
  const use = (cookies: string, code: string) =>
    server.visitor.asks('POST', '/api/auth/recovery', { code }, { cookie: cookies })
  const typed = (codes[0] ?? '').toUpperCase().replace('-', ' ')
  const signedIn = await use((await signIn(first)).cookies, typed)
  expect(signedIn.json).toMatchObject({ session: { aal: 'aal2' } })
  expect((await use((await signIn(first)).cookies, codes[0] ?? '')).status).toBe(400)
  await server.owner.run(sql`delete from throttles where key like 'second step:%'`)
  const passwordOnly = (await signIn(first)).cookies
  const answers = await Promise.all(Array.from({ length: 100 }, () => use(passwordOnly, codes[1] ?? '')))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
})

test('recovery codes have 80 random bits, ignore case and separators, and codes of earlier releases stay valid', async () => {
  const { first, codes } = await protectedMember('Ada')
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
  expect(new Set(codes).size).toBe(10)
  const use = async (code: string) =>
    (await server.visitor.asks('POST', '/api/auth/recovery', { code }, { cookie: (await signIn(first)).cookies }))
      .status
  expect(await use((codes[0] ?? '').slice(0, -1))).toBe(400)
  expect(await use(codes[0] ?? '')).toBe(200)
  for (const plain of ['00112233abcdefgh', 'abcdefghjk']) {
    const hash = createHash('sha256').update(plain).digest()
    await server.owner.run(sql`insert into recovery_codes (user_id, code_hash) values (${first.user_id}, ${hash})`)
  }
  expect(await use('oO1l 2233-ABCD efgh')).toBe(200)
  expect(await use('abcde-fghjk')).toBe(200)
})

test('the database contains neither the key nor the codes in plain text', async () => {
  const { first, secret, codes } = await protectedMember('Ada')
  const [row] = await server.owner.rows<{ secret: Buffer }>(
    sql`select secret from factors where user_id = ${first.user_id}`,
  )
  expect(row?.secret.toString('latin1')).not.toContain(secret)
  const kept = await server.owner.rows<{ code_hash: Buffer }>(
    sql`select code_hash from recovery_codes where user_id = ${first.user_id}`,
  )
  for (const code of codes) expect(kept.map(row => row.code_hash.toString('latin1'))).not.toContain(code)
})
