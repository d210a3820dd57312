import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { codeOf, secondFactor } from '../../tests/second-factor.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

const { as, challenge, verify, signIn, protectedMember } = secondFactor(() => server)
type Someone = Pick<Member, 'asks'>

const asksForChallenge = (who: Someone, factor: { id: string }) =>
  who.asks('POST', `/api/auth/factors/${factor.id}/challenge`, {})
const guessesRecoveryCode = (who: Someone) => who.asks('POST', '/api/auth/recovery', { code: 'guess-guess' })

/** Repeats a request until the reply is 429; returns the number of other replies, at most 100. */
async function untilRefused(attempt: () => Promise<{ status: number }>): Promise<number> {
  for (let count = 0; count < 100; count++) if ((await attempt()).status === 429) return count
  return 100
}

/** Uses up all attempts of somebody who knows the password, with any number of sessions. */
async function exhaust(first: Member, factor: { id: string }, attempt = asksForChallenge) {
  let count = 0
  for (let session = 0; session < 20; session++) {
    const passwordOnly = as(first, (await signIn(first)).cookies)
    const more = await untilRefused(() => attempt(passwordOnly, factor))
    expect(more).toBeLessThanOrEqual(10)
    count += more
    if (more === 0) return count
  }
  throw new Error(`No limit after ${count} attempts.`)
}

test('with the password, guesses are limited to about 200 a day over all sessions', async () => {
  const { first, factor } = await protectedMember('Ada')
  let guesses = 0
  const guessFiveTimes = async (who: Someone) => {
    const challengeReply = await asksForChallenge(who, factor)
    if (challengeReply.status !== 201) return challengeReply
    const { id } = challengeReply.json as { id: string }
    for (let i = 0; i < 6; i++) {
      const { error } = (await verify(who, factor, id, '000000')).json as { error: string }
      if (error === 'This code is not right.') guesses++
    }
    return challengeReply
  }
  // One of the forty was used when the factor was added.
  expect(await exhaust(first, factor, guessFiveTimes)).toBe(39)
  expect(guesses).toBe(39 * 5)
  // Recovery codes share the limit.
  expect((await guessesRecoveryCode(as(first, (await signIn(first)).cookies))).status).toBe(429)
})

test('after the limit is used up, the owner can still sign in on a device that passed the factor before', async () => {
  const { first, factor, secret, codes, member } = await protectedMember('Ada')
  await exhaust(first, factor, guessesRecoveryCode)
  const elsewhere = as(first, (await signIn(first)).cookies)
  expect((await asksForChallenge(elsewhere, factor)).status).toBe(429)

  expect((await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: codes[0] })).status).toBe(200)
  const owner = as(first, (await signIn(first, member.cookies)).cookies)
  const verified = await verify(owner, factor, await challenge(owner, factor), codeOf(secret))
  expect(verified.status).toBe(200)
  const lost = as(first, (await signIn(first, verified.cookies)).cookies)
  expect((await lost.asks('POST', '/api/auth/recovery', { code: codes[1] })).status).toBe(200)
})

test('signing in with the password alone does not give a device its own limit', async () => {
  const { first, factor } = await protectedMember('Ada')
  const thief = await signIn(first)
  await exhaust(first, factor)
  const again = as(first, (await signIn(first, thief.cookies)).cookies)
  expect((await asksForChallenge(again, factor)).status).toBe(429)
})

test('a remembered device without its device cookie has no own limit', async () => {
  const { first, factor, secret, codes } = await protectedMember('Ada')
  const passwordOnly = as(first, (await signIn(first)).cookies)
  const verified = await verify(passwordOnly, factor, await challenge(passwordOnly, factor), codeOf(secret), {
    remember_device: true,
  })
  const trusted = /trusted=[\w-]+/.exec(verified.cookies)?.[0] ?? ''
  await exhaust(first, factor)
  for (const isOwners of [false, true]) {
    const remembered = await signIn(first, isOwners ? verified.cookies : trusted)
    expect(remembered.json).toMatchObject({ session: { aal: 'aal2' } })
    const proof = { password: PASSWORD, code: codes[0] }
    const answer = await as(first, remembered.cookies).asks('POST', '/api/auth/prove', proof)
    expect(answer.status).toBe(isOwners ? 200 : 429)
  }
})

test('a device that passed the factor has its own limit over all its sessions', async () => {
  const { first, factor, member } = await protectedMember('Ada')
  const again = async () => as(first, (await signIn(first, member.cookies)).cookies)
  const counts = []
  for (let i = 0; i < 2; i++) {
    const passwordOnly = await again()
    counts.push(await untilRefused(() => asksForChallenge(passwordOnly, factor)))
  }
  // Adding the factor was not counted for this device: it had not passed the factor yet.
  expect(counts).toEqual([10, 0])
  await server.owner.run(sql`update throttles set since = since - interval '11 minutes' where key not like '%:day'`)
  const later = await again()
  expect(await untilRefused(() => asksForChallenge(later, factor))).toBe(10)
})

test('a new password gives new attempts, up to a limit per account', async () => {
  const { first, factor } = await protectedMember('Ada')
  const renew = () =>
    server.owner.run(sql`
      update users set password_hash = (select password_hash from users where email = ${other.email}) where id = ${first.user_id}`)
  let other = await server.member('Bob')
  const counts = [await exhaust(first, factor)]
  for (let i = 0; i < 2; i++) {
    await renew()
    counts.push(await exhaust(first, factor))
    other = await server.member('Bob')
  }
  // One of the eighty was used when the factor was added.
  expect(counts).toEqual([39, 40, 0])
})

test('a session that owes the factor does not use up the member’s write limit', async () => {
  const small = await startTestServer({ adminUrl: inject('adminUrl'), env: { LIMIT_WRITES_PER_MINUTE: '8' } })
  try {
    const { signIn, as, protectedMember } = secondFactor(() => small)
    const { first, member } = await protectedMember('Ada')
    const thief = as(first, (await signIn(first)).cookies)
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push((await thief.asks('POST', '/api/posts', {})).status)
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect(await untilRefused(() => thief.asks('POST', '/api/auth/recovery', { code: 'x' }))).toBe(0)
    expect((await member.asks('POST', '/api/profile')).status).toBe(201)
  } finally {
    await small.close()
  }
})

test('wrong passwords in one session do not block another session', async () => {
  const ada = await server.member('Ada')
  const stolen = as(ada, (await signIn(ada)).cookies)
  expect(await untilRefused(() => stolen.asks('POST', '/api/auth/prove', { password: 'guess' }))).toBe(10)
  expect(await ada.tries('POST', '/api/auth/prove', { password: PASSWORD })).toBe(200)
})
