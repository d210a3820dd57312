import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { codeOf, secondFactor } from '../../tests/second-factor.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { hashOfCode } from './recovery.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

const { as, enrol, challenge, verify, signIn, protectedMember } = secondFactor(() => server)

const challengeStatus = async (who: Pick<Member, 'asks'>, factor: { id: string }) =>
  (await who.asks('POST', `/api/auth/factors/${factor.id}/challenge`, {})).status

/** A second session of this member that has passed the second step. */
async function elsewhere({ first, codes }: Awaited<ReturnType<typeof protectedMember>>) {
  const passwordOnly = as(first, (await signIn(first)).cookies)
  return as(first, (await passwordOnly.asks('POST', '/api/auth/recovery', { code: codes[0] })).cookies)
}

test('a factor that was never verified does not pass the second step', async () => {
  const ada = await protectedMember('Ada')
  const enrolment = await enrol(ada.member)
  const passwordOnly = as(ada.first, (await signIn(ada.first)).cookies)
  expect(await challengeStatus(passwordOnly, enrolment)).toBe(404)
  // Not even with a challenge that exists.
  const inserted = await server.owner.one<{ id: string }>(sql`
    insert into factor_challenges (factor_id, session_id, expires_at)
    select ${enrolment.id}, id, now() + interval '5 minutes' from sessions
      where user_id = ${ada.first.user_id} and aal = 'aal1' returning id`)
  expect((await verify(passwordOnly, enrolment, inserted.id, codeOf(enrolment.totp.secret))).status).toBe(400)
  expect((await passwordOnly.asks('GET', '/api/profile')).status).toBe(403)
  const { user } = (await passwordOnly.asks('GET', '/api/auth/session')).json as { user: { factors: { id: string }[] } }
  expect(user.factors.map(factor => factor.id)).toEqual([ada.factor.id])
})

test('only the session that started an enrolment can see, challenge, verify or remove it', async () => {
  const ada = await protectedMember('Ada')
  const other = await elsewhere(ada)
  const enrolment = await enrol(ada.member)
  const challengeId = await challenge(ada.member, enrolment)
  expect(await challengeStatus(other, enrolment)).toBe(404)
  expect((await verify(other, enrolment, challengeId, codeOf(enrolment.totp.secret))).status).toBe(400)
  expect((await other.asks('DELETE', `/api/auth/factors/${enrolment.id}`)).status).toBe(404)
  const listed = (await other.asks('GET', '/api/auth/factors')).json as { factors: { id: string }[] }
  expect(listed.factors.map(factor => factor.id)).toEqual([ada.factor.id])
  // An enrolment in another session does not replace this one.
  await enrol(other)
  expect((await verify(ada.member, enrolment, challengeId, codeOf(enrolment.totp.secret))).status).toBe(200)
})

test('an enrolment is deleted with its session', async () => {
  const ada = await server.member('Ada')
  await enrol(ada)
  await ada.asks('POST', '/api/auth/sign-out')
  expect(await server.owner.rows(sql`select 1 from factors where user_id = ${ada.user_id}`)).toEqual([])
})

test('an enrolment and its challenges expire after ten minutes', async () => {
  const ada = await server.member('Ada')
  const enrolment = await enrol(ada)
  const challengeId = await challenge(ada, enrolment)
  await server.owner.run(sql`update factors set created_at = now() - interval '11 minutes' where id = ${enrolment.id}`)
  expect(await challengeStatus(ada, enrolment)).toBe(404)
  expect((await verify(ada, enrolment, challengeId, codeOf(enrolment.totp.secret))).status).toBe(400)
})

test('the code of an unverified phone is not accepted as proof', async () => {
  const ada = await protectedMember('Ada')
  const phone = await enrol(ada.member, { factor_type: 'phone', phone: '+13125550161' })
  const challenge_id = await challenge(ada.member, phone)
  const { body } = await server.owner.one<{ body: string }>(
    sql`select body from outbox where recipient = '+13125550161' order by id desc limit 1`,
  )
  const proof = { password: PASSWORD, code: body.slice(0, 6), challenge_id }
  expect((await ada.member.asks('POST', '/api/auth/prove', proof)).status).toBe(400)
})

test('recovery codes work only with a verified factor', async () => {
  const ada = await server.member('Ada')
  await server.owner.run(
    sql`insert into recovery_codes (user_id, code_hash) values (${ada.user_id}, ${hashOfCode('abcde-fghjk')})`,
  )
  expect(await ada.tries('POST', '/api/auth/recovery', { code: 'abcde-fghjk' })).toBe(400)
})
