import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { codeOf, secondFactor } from '../../tests/second-factor.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

const { as, enrol, challenge, verify, signIn, protectedMember } = secondFactor(() => server)

test('wrong codes and wrong or used recovery codes are written to the audit log', async () => {
  const { first, factor, secret, codes, member } = await protectedMember('Ada')
  const passwordOnly = as(first, (await signIn(first)).cookies)
  const { at } = await server.owner.one<{ at: number }>(sql`select max(id)::int as at from audit_log`)
  const logged = async () =>
    (
      await server.owner.rows<{ event: string }>(
        sql`select event from audit_log where user_id = ${first.user_id} and id > ${at} order by id`,
      )
    ).map(row => row.event)
  await verify(passwordOnly, factor, await challenge(passwordOnly, factor), '000000')
  await passwordOnly.asks('POST', '/api/auth/recovery', { code: 'guess-guess' })
  expect(await logged()).toEqual(['second factor refused', 'recovery code refused'])
  await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: '000000' })
  await member.asks('POST', '/api/auth/prove', { password: PASSWORD, code: codes[0] })
  await passwordOnly.asks('POST', '/api/auth/recovery', { code: codes[0] })
  expect((await logged()).slice(2)).toEqual([
    'proof refused',
    'recovery code used',
    'proved again',
    'recovery code refused',
  ])
  await verify(passwordOnly, factor, await challenge(passwordOnly, factor), codeOf(secret))
  expect((await logged()).at(-1)).toBe('second factor given')
  const { address } = await server.owner.one<{ address: string }>(
    sql`select ip as address from audit_log where user_id = ${first.user_id} and event = 'second factor refused'`,
  )
  expect(address).toBe('127.0.0.1')
})

test('a remembered device needs only the password, for 30 days', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const passwordOnly = await signIn(first)
  const ada = as(first, passwordOnly.cookies)
  const answer = await verify(ada, factor, await challenge(ada, factor), codeOf(secret), { remember_device: true })
  expect(answer.cookies).toContain('trusted=')
  expect((await signIn(first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal2' } })
  const other = await protectedMember('Bob')
  expect((await signIn(other.first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal1' } })
  await server.owner.run(sql`update remembered_devices set expires_at = now()`)
  expect((await signIn(first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal1' } })
})

test('on a remembered device, account changes require the factor again', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const passwordOnly = as(first, (await signIn(first)).cookies)
  const verified = await verify(passwordOnly, factor, await challenge(passwordOnly, factor), codeOf(secret), {
    remember_device: true,
  })
  const remembered = await signIn(first, verified.cookies)
  expect(remembered.json).toMatchObject({ session: { aal: 'aal2' } })
  const ada = as(first, remembered.cookies)
  const changesWith = (password: string): [string, string, object?][] => [
    ['POST', '/api/auth/recovery-codes'],
    ['POST', '/api/auth/factors', { factor_type: 'totp' }],
    ['DELETE', `/api/auth/factors/${factor.id}`],
    ['POST', '/api/account/email', { email: 'thief@example.com' }],
    ['PUT', '/api/account/password', { password: 'a brand new passphrase' }],
    ['GET', '/api/account/export'],
    ['POST', '/api/account/delete', { password, content: 'remove' }],
  ]
  const askedForProof = async (who: Pick<Member, 'asks'>, password = PASSWORD) => {
    for (const [method, path, body] of changesWith(password))
      expect([path, await who.asks(method, path, body)]).toMatchObject([
        path,
        { status: 403, json: { fields: { proof: 'Please enter your password again.' } } },
      ])
  }
  await askedForProof(ada)
  expect((await ada.asks('POST', '/api/auth/prove', { password: PASSWORD })).status).toBe(400)
  await askedForProof(ada)

  await server.owner.run(sql`update factors set last_step = 0 where id = ${factor.id}`)
  expect((await ada.asks('POST', '/api/auth/prove', { password: PASSWORD, code: codeOf(secret) })).status).toBe(200)
  expect((await ada.asks('POST', '/api/auth/recovery-codes')).status).toBe(201)
  // The session after a password change keeps the proof; an old proof of the factor expires.
  const changed = await ada.asks('PUT', '/api/account/password', { password: 'a brand new passphrase' })
  const later = as(first, changed.cookies)
  expect((await later.asks('POST', '/api/auth/recovery-codes')).status).toBe(201)
  await server.owner.run(
    sql`update sessions set factor_proved_at = now() - interval '11 minutes' where user_id = ${first.user_id}`,
  )
  await askedForProof(later, 'a brand new passphrase')
  // A wrong password is refused first, in its own field.
  const refused = await later.asks('POST', '/api/account/delete', { password: PASSWORD, content: 'remove' })
  expect(refused).toMatchObject({ status: 400, json: { fields: { password: 'This password is not right.' } } })
})

test('after the factor is removed, the password is sufficient proof', async () => {
  const { first, factor, member } = await protectedMember('Ada')
  expect((await member.asks('DELETE', `/api/auth/factors/${factor.id}`)).status).toBe(204)
  const signedIn = as(first, (await signIn(first)).cookies)
  expect((await signedIn.asks('POST', '/api/auth/factors', { factor_type: 'totp' })).status).toBe(201)
})

test('adding and removing a factor asks for the password again after ten minutes, and ends the other sessions', async () => {
  const { first, factor, secret, member } = await protectedMember('Ada')
  await server.owner.run(
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
  expect(
    (await server.visitor.asks('GET', '/api/auth/session', undefined, { cookie: elsewhere.cookies })).json,
  ).toEqual({ user: null, session: null })
  expect((await signIn(first)).json).toMatchObject({ session: { aal: 'aal1' }, user: { factors: [] } })
})

test('the proof is the second factor as at sign-in: an app, a recovery code or a phone, each code once', async () => {
  const ada = await protectedMember('Ada')
  const prove = (who: Pick<Member, 'asks'>, more: object) =>
    who.asks('POST', '/api/auth/prove', { password: PASSWORD, ...more })
  expect((await prove(ada.member, {})).status).toBe(400)
  expect((await prove(ada.member, { code: ada.codes[0] })).status).toBe(200)
  expect((await prove(ada.member, { code: ada.codes[0] })).status).toBe(400)

  const bob = await server.member('Bob')
  const phone = await enrol(bob, { factor_type: 'phone', phone: '+13125550177' })
  const codeOfPhone = async () => {
    const { body } = await server.owner.one<{ body: string }>(
      sql`select body from outbox where recipient = '+13125550177' order by id desc limit 1`,
    )
    return body.slice(0, 6)
  }
  const first = await challenge(bob, phone)
  const signedIn = as(bob, (await verify(bob, phone, first, await codeOfPhone())).cookies)
  expect((await prove(signedIn, {})).status).toBe(400)
  const challenge_id = await challenge(signedIn, phone)
  const code = await codeOfPhone()
  expect((await prove(ada.member, { code, challenge_id })).status).toBe(400)
  expect((await prove(signedIn, { code: code === '111111' ? '222222' : '111111', challenge_id })).status).toBe(400)
  expect((await prove(signedIn, { code: `${code.slice(0, 3)} ${code.slice(3)}`, challenge_id })).status).toBe(200)
  expect((await prove(signedIn, { code, challenge_id })).status).toBe(400)
})

test('adding a factor ends the other sessions', async () => {
  const ada = await server.member('Ada')
  const elsewhere = await signIn(ada)
  const factor = await enrol(ada)
  const answer = await verify(ada, factor, await challenge(ada, factor), codeOf(factor.totp.secret))
  expect(answer.status).toBe(200)
  expect((await as(ada, elsewhere.cookies).asks('GET', '/api/profile')).status).toBe(401)
  expect((await as(ada, answer.cookies).asks('GET', '/api/profile')).status).toBe(200)
})

test('removing a factor deletes the remembered devices', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const passwordOnly = as(first, (await signIn(first)).cookies)
  const signedIn = await verify(passwordOnly, factor, await challenge(passwordOnly, factor), codeOf(secret), {
    remember_device: true,
  })
  const remembered = sql`select 1 as one from remembered_devices where user_id = ${first.user_id}`
  expect(await server.owner.rows(remembered)).toHaveLength(1)
  expect((await as(first, signedIn.cookies).asks('DELETE', `/api/auth/factors/${factor.id}`)).status).toBe(204)
  expect(await server.owner.rows(remembered)).toEqual([])
})

test('signing out everywhere deletes the remembered devices', async () => {
  const { first, factor, secret } = await protectedMember('Ada')
  const passwordOnly = as(first, (await signIn(first)).cookies)
  const answer = await verify(passwordOnly, factor, await challenge(passwordOnly, factor), codeOf(secret), {
    remember_device: true,
  })
  expect((await as(first, answer.cookies).asks('POST', '/api/auth/sign-out-everywhere')).status).toBe(204)
  expect((await signIn(first, answer.cookies)).json).toMatchObject({ session: { aal: 'aal1' } })
})

test('phone codes: written to the outbox in development, refused in production without a sender', async () => {
  const ada = await server.member('Ada')
  const factor = await enrol(ada, { factor_type: 'phone', phone: '+13125550123', friendly_name: 'Mobile' })
  const challengeId = await challenge(ada, factor)
  const { body } = await server.owner.one<{ body: string }>(
    sql`select body from outbox where recipient = '+13125550123' order by id desc limit 1`,
  )
  const code = /^\d{6}/.exec(body)?.[0] ?? ''
  expect((await verify(ada, factor, challengeId, code === '111111' ? '222222' : '111111')).status).toBe(400)
  const answer = await verify(ada, factor, challengeId, code)
  expect(answer.json).toMatchObject({
    session: { aal: 'aal2' },
    user: { factors: [{ factor_type: 'phone', phone: '+1•••0123', status: 'verified' }] },
  })
  const live = await startTestServer({ adminUrl: inject('adminUrl'), env: { NODE_ENV: 'production' } })
  const bob = await live.member('Bob')
  expect(
    (await bob.asks('POST', '/api/auth/factors', { factor_type: 'phone', phone: '+13125550123' })).json,
  ).toMatchObject({
    error: 'Codes by phone are not set up in this community. Please use an authenticator app.',
  })
  await live.close()
})

test('a recovery code does not replace the password as proof', async () => {
  const { first, codes } = await protectedMember('Ada')
  const passwordOnly = await signIn(first)
  await server.owner.run(
    sql`update sessions set proved_at = now() - interval '3 hours' where user_id = ${first.user_id}`,
  )
  const signedIn = await server.visitor.asks(
    'POST',
    '/api/auth/recovery',
    { code: codes[0] },
    { cookie: passwordOnly.cookies },
  )
  expect(signedIn.status).toBe(200)
  const change = await server.visitor.asks(
    'PUT',
    '/api/account/password',
    { password: 'a brand new passphrase' },
    { cookie: signedIn.cookies },
  )
  expect(change.json).toMatchObject({ error: 'Please enter your password again.' })
})
