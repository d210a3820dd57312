import { generateSync } from 'otplib'
import { sql } from '../database/connection/sql.ts'
import { type Member, PASSWORD, type TestServer } from './test-server.ts'

/** Uses otplib as the authenticator app, so that the tests do not depend on our own TOTP code. */
export const codeOf = (secret: string, secondsFromNow = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + secondsFromNow })

export type Enrolled = { id: string; totp: { secret: string; uri: string } }
export type Raised = { session: { aal: string }; expires_in: number; recovery_codes: string[] | null }

/** The HTTP calls of a member with a second factor. `server` is called lazily: beforeAll creates it later. */
export function secondFactor(server: () => TestServer) {
  const as = (member: Member, cookies: string) => ({
    ...member,
    cookies,
    asks: (method: string, url: string, body?: unknown) =>
      server().visitor.asks(method, url, body, { cookie: cookies }),
  })
  const enrol = async (who: Pick<Member, 'asks'>, body: object = { factor_type: 'totp', friendly_name: 'Phone' }) =>
    (await who.asks('POST', '/api/auth/factors', body)).json as Enrolled
  const challenge = async (who: Pick<Member, 'asks'>, factor: { id: string }) =>
    ((await who.asks('POST', `/api/auth/factors/${factor.id}/challenge`, {})).json as { id: string }).id
  const verify = (who: Pick<Member, 'asks'>, factor: { id: string }, challenge_id: string, code: string, more = {}) =>
    who.asks('POST', `/api/auth/factors/${factor.id}/verify`, { code, challenge_id, ...more })
  const signIn = async (member: Member, cookies = '') =>
    server().visitor.asks(
      'POST',
      '/api/auth/sign-in',
      { email: member.email, password: PASSWORD },
      cookies ? { cookie: cookies } : {},
    )

  /** A member with a verified authenticator app, and the session that the verification returned. */
  async function protectedMember(name: string) {
    const first = await server().member(name)
    const factor = await enrol(first)
    const answer = await verify(first, factor, await challenge(first, factor), codeOf(factor.totp.secret))
    // Reset the last used time step: the current code must be valid once more.
    await server().owner.run(sql`update factors set last_step = 0 where id = ${factor.id}`)
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

  return { as, enrol, challenge, verify, signIn, protectedMember }
}
