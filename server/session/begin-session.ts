import type { SessionUser, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Http } from '../request/http.ts'
import type { Services } from '../services.ts'
import { tellOwner } from './account-mail.ts'
import { audit } from './audit.ts'
import { cookie } from './cookies.ts'
import { mayGetMail } from './reset-link.ts'
import { hashOf, identityOf, newToken, SESSION_DAYS } from './session.ts'

const DAY_SECONDS = 86_400
const DEVICE_DAYS = 365

/** Starts a session with a new token, and deletes the session of the request's cookie (against session fixation). */
export async function beginSession(
  tx: Tx,
  services: Services,
  http: Http,
  userId: string,
  {
    aal = 'aal1',
    before = null,
    factorProvedAt = null,
  }: {
    aal?: 'aal1' | 'aal2'
    /** The session that this one replaces: a second-factor code neither proves the password nor extends the session. */
    before?: Pick<SessionUser, 'proved_at' | 'expires_at'> | null
    /** When a second-factor code was entered. Null for a remembered browser. */
    factorProvedAt?: Date | null
  } = {},
) {
  const { config } = services
  const token = newToken()
  const device = http.cookie('device') ?? newToken()
  if (http.token) await tx.run(sql`delete from sessions where token_hash = ${hashOf(http.token)}`)
  await tx.run(sql`
    insert into sessions (user_id, token_hash, device_hash, aal, factor_proved_at, proved_at, expires_at, ip, user_agent)
    values (${userId}, ${hashOf(token)}, ${hashOf(device)}, ${aal}, ${factorProvedAt}, coalesce(${before?.proved_at ?? null}, now()),
      coalesce(${before?.expires_at ?? null}, now() + make_interval(days => ${SESSION_DAYS})), ${http.ip}, ${http.userAgent})`)
  const user = await tx.one<SessionUser>(sql`select * from authenticate(${hashOf(token)})`)

  if (await keepDevice(tx, services, http, { userId, device, factorProvedAt }))
    await reportNewDevice(tx, services, http, user)
  http.setHeader(
    'set-cookie',
    cookie('session', token, { isHttps: config.isHttps, maxAge: SESSION_DAYS * DAY_SECONDS }),
  )
  return identityOf(tx, services, user)
}

type Device = { userId: string; device?: string; factorProvedAt?: Date | null }

/** Makes this browser a known one of the account. Returns whether it is a further one: the first one of an account is not reported. */
export async function keepDevice(
  tx: Tx,
  { config }: Services,
  http: Http,
  { userId, device = http.cookie('device') ?? newToken(), factorProvedAt = null }: Device,
): Promise<boolean> {
  // In a Set-Cookie header of its own: cookies cannot be combined in one. Fastify keeps a list.
  http.setHeader('set-cookie', cookie('device', device, { isHttps: config.isHttps, maxAge: DEVICE_DAYS * DAY_SECONDS }))
  const known = await tx.one<{ is_new: boolean }>(sql`
    insert into known_devices as d (token_hash, user_id, passed_factor_at) values (${hashOf(device)}, ${userId}, ${factorProvedAt})
    on conflict (token_hash, user_id) do update
      set seen_at = now(), passed_factor_at = coalesce(excluded.passed_factor_at, d.passed_factor_at)
    -- xmax is 0 for an inserted row.
    returning xmax = 0 and exists (select from known_devices o where o.user_id = d.user_id and o.token_hash <> d.token_hash) as is_new`)
  return known.is_new
}

async function reportNewDevice(tx: Tx, services: Services, http: Http, { user_id, email }: SessionUser): Promise<void> {
  await audit(tx, 'signed in on a new device', user_id, http)
  // Limited, since somebody who has the password can sign in again and again.
  if (await mayGetMail(tx, services, 'new-device-mail', email))
    await tellOwner(tx, services, http, user_id, 'new device')
}

export function forgetCookie({ config }: Services, http: Http): void {
  http.setHeader('set-cookie', cookie('session', '', { isHttps: config.isHttps, maxAge: 0 }))
  // Members' pictures are cached for a year: clear them at sign-out.
  http.setHeader('clear-site-data', '"cache"')
}
