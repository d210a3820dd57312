import { sql } from '../../database/connection/sql.ts'
import { codeOf } from '../second-factor.ts'
import type { TestServer } from '../test-server.ts'
import type { Person } from './person.ts'

type Enrolled = { id: string; totp: { secret: string } | null }
const PHONE = '+13125550199'

/** Adds a verified factor to a signed-in member through the API. */
export async function protect(server: TestServer & { url: string }, person: Person, kind: 'totp' | 'phone' = 'totp') {
  const { http } = person.member
  const body = kind === 'totp' ? { factor_type: kind, friendly_name: 'Pixel' } : { factor_type: kind, phone: PHONE }
  const factor = (await http.asks('POST', '/api/auth/factors', body)).json as Enrolled
  const challenge = (await http.asks('POST', `/api/auth/factors/${factor.id}/challenge`, {})).json as { id: string }
  const secret = factor.totp?.secret ?? ''
  const code = secret ? codeOf(secret) : await codeSentTo(server, PHONE)
  const answer = await http.asks('POST', `/api/auth/factors/${factor.id}/verify`, { code, challenge_id: challenge.id })
  // The verification returned a new session, which the browser uses from here on.
  const [name = '', value = ''] = answer.cookies.split('; ')[0]?.split('=') ?? []
  await person.page.context().addCookies([{ name, value, url: server.url }])
  await forgetCodes(server, person)
  return { secret, phone: PHONE, codes: (answer.json as { recovery_codes: string[] }).recovery_codes }
}

export const codeSentTo = async (server: TestServer, phone: string) => {
  const mail = sql`select body from outbox where recipient = ${phone} order by id desc limit 1`
  return (await server.owner.maybe<{ body: string }>(mail))?.body.slice(0, 6) ?? ''
}

const idOf = (person: Person) => sql`(select id from users where email = ${person.member.email})`

/** Makes the current code valid once more, so that a test need not wait for the next time step. */
export const forgetCodes = (server: TestServer, person: Person) =>
  server.owner.run(sql`update factors set last_step = 0 where user_id = ${idOf(person)}`)

/** Makes the last proof of the password older than ten minutes. */
export const letProofAge = (server: TestServer, person: Person) =>
  server.owner.run(sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${idOf(person)}`)
