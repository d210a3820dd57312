import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { type House, type Member, openHouse, PASSWORD } from '../../tests/house.ts'

/** The authenticator of these tests is a library of other people's; oathtool is a third (totp.test.ts). */
const codeOf = (secret: string, secondsFromNow = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + secondsFromNow })

let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl'), env: { DATABASE_CONNECTIONS: '40' } })
})
afterAll(() => house.close())

type Enrolled = { id: string; totp: { secret: string; uri: string } }
type Raised = { session: { aal: string }; expires_in: number; recovery_codes: string[] | null }

const as = (member: Member, cookies: string) => ({
  ...member,
  cookies,
  asks: (method: string, url: string, body?: unknown) => house.visitor.asks(method, url, body, { cookie: cookies }),
})
const enrol = async (who: Pick<Member, 'asks'>, body: object = { factor_type: 'totp', friendly_name: 'Phone' }) =>
  (await who.asks('POST', '/api/auth/factors', body)).json as Enrolled
const challenge = async (who: Pick<Member, 'asks'>, factor: { id: string }) =>
  ((await who.asks('POST', `/api/auth/factors/${factor.id}/challenge`, {})).json as { id: string }).id
const verify = (who: Pick<Member, 'asks'>, factor: { id: string }, challenge_id: string, code: string, more = {}) =>
  who.asks('POST', `/api/auth/factors/${factor.id}/verify`, { code, challenge_id, ...more })
const signIn = async (member: Member, cookies = '') =>
  house.visitor.asks(
    'POST',
    '/api/auth/sign-in',
    { email: member.email, password: PASSWORD },
    cookies ? { cookie: cookies } : {},
  )

/** A member with a verified authenticator, and the session that verifying gave. */
async function protectedMember(name: string) {
  const first = await house.member(name)
  const factor = await enrol(first)
  const answer = await verify(first, factor, await challenge(first, factor), codeOf(factor.totp.secret))
  // So that the code of this half minute can be used once more, whenever the minute turns.
  await house.owner.run(sql`update factors set last_step = 0 where id = ${factor.id}`)
  const { recovery_codes } = answer.json as Raised
  return {
    first,
    factor,
    secret: factor.totp.secret,
    codes: recovery_codes ?? [],
    member: as(first, answer.cookies),
    answer,
  }
}

test('AUTH-69 AUTH-71 AUTH-72 AUTH-73 AUTH-75 DATA-21 DATA-22 enrolling, challenging and verifying raises aal1 to aal2 with a new session', async () => {
  const ada = await house.member('Ada')
  const made = await ada.asks('POST', '/api/auth/factors', {
    friendly_name: 'My phone',
    factor_type: 'totp',
    issuer: 'Founders',
  })
  expect(made).toMatchObject({
    status: 201,
    json: { friendly_name: 'My phone', factor_type: 'totp', issuer: 'Founders', phone: null, status: 'unverified' },
  })
  const factor = made.json as Enrolled
  expect(factor.totp.uri).toBe(
    `otpauth://totp/Founders:${encodeURIComponent(ada.email)}?secret=${factor.totp.secret}&issuer=Founders&algorithm=SHA1&digits=6&period=30`,
  )
  const answer = await verify(ada, factor, await challenge(ada, factor), codeOf(factor.totp.secret))
  expect(answer).toMatchObject({ status: 200, json: { session: { aal: 'aal2' }, expires_in: expect.any(Number) } })
  const { expires_in, recovery_codes } = answer.json as Raised
  expect(expires_in).toBeGreaterThan(0)
  expect(recovery_codes).toHaveLength(10)
  // The token of before is worth nothing, the new one is of level two.
  expect(await ada.tries('GET', '/api/profile')).toBe(401)
  const raised = as(ada, answer.cookies)
  expect((await raised.asks('GET', '/api/profile')).status).toBe(200)
  expect((await raised.asks('GET', '/api/auth/session')).json).toMatchObject({
    user: { factors: [{ factor_type: 'totp', status: 'verified', friendly_name: 'My phone', issuer: 'Founders' }] },
    session: { aal: 'aal2' },
  })
})

test('AUTH-70 a factor is totp or phone, nothing else', async () => {
  const ada = await house.member('Ada')
  expect(await ada.tries('POST', '/api/auth/factors', { factor_type: 'sms' })).toBe(400)
  expect(await ada.tries('POST', '/api/auth/factors', {})).toBe(400)
  expect(await ada.tries('POST', '/api/auth/factors', { factor_type: 'phone', phone: '312' })).toBe(400)
  expect(await ada.tries('POST', '/api/auth/factors', { factor_type: 'phone' })).toBe(400)
})

test('with a verified factor, the password alone reaches only the second step and the way out', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const half = await signIn(first)
  expect(half.json).toMatchObject({ session: { aal: 'aal1' } })
  const ada = as(first, half.cookies)
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

test('a code is good once: replay is refused, and of a hundred at once exactly one gets in', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const code = codeOf(secret)
  const ada = as(first, (await signIn(first)).cookies)
  const one = await challenge(ada, factor)
  const used = await verify(ada, factor, one, code)
  expect(used.status).toBe(200)
  const again = as(first, (await signIn(first)).cookies)
  expect((await verify(again, factor, await challenge(again, factor), code)).status).toBe(400)

  const bob = await protectedMember('Bob')
  const now = codeOf(bob.secret)
  const half = as(bob.first, (await signIn(bob.first)).cookies)
  const shared = await Promise.all(Array.from({ length: 5 }, () => challenge(half, bob.factor)))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => verify(half, bob.factor, shared[i % 5] ?? '', now)),
  )
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
})

test('codes of the current and the previous step count, older and newer ones do not', async () => {
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
  await house.owner.run(sql`update factor_challenges set expires_at = now() where id = ${late}`)
  expect((await verify(ada, factor, late, codeOf(secret))).status).toBe(400)
  const mallory = as(first, (await signIn(first)).cookies)
  expect((await verify(mallory, factor, await challenge(ada, factor), codeOf(secret))).status).toBe(400)
})

test('asking for ever new challenges does not help a guesser', async () => {
  const { first, factor } = await protectedMember('Ada')
  const ada = as(first, (await signIn(first)).cookies)
  const statuses = []
  for (let i = 0; i < 11; i++)
    statuses.push((await ada.asks('POST', `/api/auth/factors/${factor.id}/challenge`, {})).status)
  expect(statuses.at(-1)).toBe(429)
})

test('a lost device: a recovery code lets in once, and a hundred at once exactly once', async () => {
  const { first, codes } = await protectedMember('Ada')
  const use = (cookies: string, code: string) =>
    house.visitor.asks('POST', '/api/auth/recovery', { code }, { cookie: cookies })
  const typed = (codes[0] ?? '').toUpperCase().replace('-', ' ')
  const inside = await use((await signIn(first)).cookies, typed)
  expect(inside.json).toMatchObject({ session: { aal: 'aal2' } })
  expect((await use((await signIn(first)).cookies, codes[0] ?? '')).status).toBe(400)
  await house.owner.run(sql`delete from throttles where key like 'recovery:%'`)
  const half = (await signIn(first)).cookies
  const answers = await Promise.all(Array.from({ length: 100 }, () => use(half, codes[1] ?? '')))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
})

test('wrong codes, wrong and used recovery codes are written to the log as wrong passwords are', async () => {
  const { first, factor, secret, codes, member } = await protectedMember('Ada')
  const half = as(first, (await signIn(first)).cookies)
  const { at } = await house.owner.one<{ at: number }>(sql`select max(id)::int as at from audit_log`)
  const logged = async () =>
    (
      await house.owner.rows<{ event: string }>(
        sql`select event from audit_log where user_id = ${first.user_id} and id > ${at} order by id`,
      )
    ).map(one => one.event)
  await verify(half, factor, await challenge(half, factor), '000000')
  await half.asks('POST', '/api/auth/recovery', { code: 'guess-guess' })
  expect(await logged()).toEqual(['second factor refused', 'recovery code refused'])
  await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: '000000' })
  await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: codes[0] })
  await half.asks('POST', '/api/auth/recovery', { code: codes[0] })
  expect((await logged()).slice(2)).toEqual([
    'proof refused',
    'recovery code used',
    'proved again',
    'recovery code refused',
  ])
  await verify(half, factor, await challenge(half, factor), codeOf(secret))
  expect((await logged()).at(-1)).toBe('second factor given')
  const { address } = await house.owner.one<{ address: string }>(
    sql`select ip as address from audit_log where user_id = ${first.user_id} and event = 'second factor refused'`,
  )
  expect(address).toBe('127.0.0.1')
})

test('the database holds neither the key nor the codes in the clear', async () => {
  const { first, secret, codes } = await protectedMember('Ada')
  const [row] = await house.owner.rows<{ secret: Buffer }>(
    sql`select secret from factors where user_id = ${first.user_id}`,
  )
  expect(row?.secret.toString('latin1')).not.toContain(secret)
  const kept = await house.owner.rows<{ code_hash: Buffer }>(
    sql`select code_hash from recovery_codes where user_id = ${first.user_id}`,
  )
  for (const code of codes) expect(kept.map(one => one.code_hash.toString('latin1'))).not.toContain(code)
})

test('a remembered device is asked for the password only, for 30 days', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const half = await signIn(first)
  const ada = as(first, half.cookies)
  const answer = await verify(ada, factor, await challenge(ada, factor), codeOf(secret), { remember_device: true })
  expect(answer.cookies).toContain('trusted=')
  expect((await signIn(first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal2' } })
  const other = await protectedMember('Bob')
  expect((await signIn(other.first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal1' } })
  await house.owner.run(sql`update remembered_devices set expires_at = now()`)
  expect((await signIn(first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal1' } })
})

test('adding and removing a factor asks for the password again after ten minutes, and ends the other sessions', async () => {
  const { first, factor, secret, member } = await protectedMember('Ada')
  await house.owner.run(
    sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${first.user_id}`,
  )
  const remove = () => member.asks('DELETE', `/api/auth/factors/${factor.id}`)
  expect((await remove()).json).toMatchObject({
    error: 'Please enter your password again.',
    fields: { proof: expect.any(String) },
  })
  expect((await member.asks('POST', '/api/auth/factors', { factor_type: 'totp' })).status).toBe(403)
  expect((await member.asks('POST', '/api/auth/prove', { password: 'not this one' })).status).toBe(400)
  expect((await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: '000000' })).status).toBe(400)
  expect((await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: codeOf(secret) })).status).toBe(200)
  const elsewhere = await signIn(first)
  expect((await remove()).status).toBe(204)
  expect((await member.asks('GET', '/api/profile')).status).toBe(200)
  expect((await house.visitor.asks('GET', '/api/auth/session', undefined, { cookie: elsewhere.cookies })).json).toEqual(
    { user: null, session: null },
  )
  expect((await signIn(first)).json).toMatchObject({ session: { aal: 'aal1' }, user: { factors: [] } })
})

test('the proof is the second factor as at sign-in: an app, a recovery code or a phone, each code once', async () => {
  const ada = await protectedMember('Ada')
  const prove = (who: Pick<Member, 'asks'>, more: object) =>
    who.asks('POST', '/api/auth/prove', { password: PASSWORD, ...more })
  expect((await prove(ada.member, {})).status).toBe(400)
  expect((await prove(ada.member, { code: ada.codes[0] })).status).toBe(200)
  expect((await prove(ada.member, { code: ada.codes[0] })).status).toBe(400)

  const bob = await house.member('Bob')
  const phone = await enrol(bob, { factor_type: 'phone', phone: '+13125550177' })
  const codeOfPhone = async () => {
    const { body } = await house.owner.one<{ body: string }>(
      sql`select body from outbox where recipient = '+13125550177' order by id desc limit 1`,
    )
    return body.slice(0, 6)
  }
  const first = await challenge(bob, phone)
  const inside = as(bob, (await verify(bob, phone, first, await codeOfPhone())).cookies)
  expect((await prove(inside, {})).status).toBe(400)
  const challenge_id = await challenge(inside, phone)
  const code = await codeOfPhone()
  expect((await prove(ada.member, { code, challenge_id })).status).toBe(400)
  expect((await prove(inside, { code: code === '111111' ? '222222' : '111111', challenge_id })).status).toBe(400)
  expect((await prove(inside, { code: `${code.slice(0, 3)} ${code.slice(3)}`, challenge_id })).status).toBe(200)
  expect((await prove(inside, { code, challenge_id })).status).toBe(400)
})

test('signing out everywhere also forgets the devices that were spared the second factor', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const half = as(first, (await signIn(first)).cookies)
  const answer = await verify(half, factor, await challenge(half, factor), codeOf(secret), { remember_device: true })
  expect((await as(first, answer.cookies).asks('POST', '/api/auth/sign-out-everywhere')).status).toBe(204)
  expect((await signIn(first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal1' } })
})

test('a phone gets a code: in development it lies in the outbox; production without a sender refuses plainly', async () => {
  const ada = await house.member('Ada')
  const factor = await enrol(ada, { factor_type: 'phone', phone: '+13125550123', friendly_name: 'Mobile' })
  const asked = await challenge(ada, factor)
  const { body } = await house.owner.one<{ body: string }>(
    sql`select body from outbox where recipient = '+13125550123' order by id desc limit 1`,
  )
  const code = /^\d{6}/.exec(body)?.[0] ?? ''
  expect((await verify(ada, factor, asked, code === '111111' ? '222222' : '111111')).status).toBe(400)
  const answer = await verify(ada, factor, asked, code)
  expect(answer.json).toMatchObject({
    session: { aal: 'aal2' },
    user: { factors: [{ factor_type: 'phone', phone: '+1•••0123', status: 'verified' }] },
  })
  const live = await openHouse({ adminUrl: inject('adminUrl'), env: { NODE_ENV: 'production' } })
  const bob = await live.member('Bob')
  expect(
    (await bob.asks('POST', '/api/auth/factors', { factor_type: 'phone', phone: '+13125550123' })).json,
  ).toMatchObject({
    error: 'Codes by phone are not set up in this community. Please use an authenticator app.',
  })
  await live.close()
})

test('a code is no proof of the password: after a recovery code, a change still asks for it', async () => {
  const { first, codes } = await protectedMember('Ada')
  const half = await signIn(first)
  await house.owner.run(
    sql`update sessions set proved_at = now() - interval '3 hours' where user_id = ${first.user_id}`,
  )
  const inside = await house.visitor.asks('POST', '/api/auth/recovery', { code: codes[0] }, { cookie: half.cookies })
  expect(inside.status).toBe(200)
  const change = await house.visitor.asks(
    'PUT',
    '/api/account/password',
    { password: 'a brand new passphrase' },
    { cookie: inside.cookies },
  )
  expect(change.json).toMatchObject({ error: 'Please enter your password again.' })
})
