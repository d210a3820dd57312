import type { SessionUser, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Http } from '../../server/request/http.ts'
import type { Services } from '../../server/services.ts'
import { beginSession } from '../../server/session/begin-session.ts'
import { cookie } from '../../server/session/cookies.ts'
import { hashOf, newToken } from '../../server/session/session.ts'

const REMEMBERED_DAYS = 30
const DAY_SECONDS = 86_400

/** Replaces the session after the second factor by one of level aal2 with a new token (prevents session fixation). */
export async function upgradeSession(
  tx: Tx,
  services: Services,
  http: Http,
  me: SessionUser,
  { rememberDevice, recovery_codes }: { rememberDevice: boolean; recovery_codes: string[] | null },
) {
  const identity = await beginSession(tx, services, http, me.user_id, {
    aal: 'aal2',
    before: me,
    factorProvedAt: new Date(),
  })
  if (rememberDevice) {
    const trusted = newToken()
    await tx.run(sql`
      insert into remembered_devices (token_hash, user_id, expires_at)
      values (${hashOf(trusted)}, ${me.user_id}, now() + make_interval(days => ${REMEMBERED_DAYS}))`)
    http.setHeader(
      'set-cookie',
      cookie('trusted', trusted, { isHttps: services.config.isHttps, maxAge: REMEMBERED_DAYS * DAY_SECONDS }),
    )
  }
  return { ...identity, expires_in: identity.session.expires_in, recovery_codes }
}
