import type { SessionUser, Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { type AccountRequest, handle, handleAsServer, type Request } from '../../server/request/endpoint.ts'
import { Refusal, tooMany } from '../../server/request/errors.ts'
import type { Http } from '../../server/request/http.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'
import { audit } from '../../server/session/audit.ts'
import { beginSession, forgetCookie } from '../../server/session/begin-session.ts'
import { isPassword } from '../../server/session/passwords.ts'
import { lockWithPassword, revokeAccess } from '../../server/session/revoke-access.ts'
import { hashOf, identityOf, touch } from '../../server/session/session.ts'
import { sendFirstConfirmation } from './confirmation.ts'
import { getSession, signIn, signOut, signOutEverywhere } from './contract.ts'

const wrongCredentials = () => new Refusal(401, 'Invalid email or password.')

/** After this many wrong passwords in a row, unknown devices get an exponential back-off: 1 s, 2 s, 4 s … up to 15 minutes. */
const FREE_FAILURES = 5
const MAX_WAIT_SECONDS = 900

async function signInWithPassword({ body, http, services }: Request<typeof signIn>) {
  const { limits } = services.config
  await throttleFrom(services, http, 'sign-in a minute', limits.signInPerMinute, 60)
  await throttleFrom(services, http, 'sign-in an hour', limits.signInPerHour, 3600)
  const email = body.email.toLowerCase()
  const account = await services.db.asSystem(tx =>
    tx.maybe<{ id: string; password_hash: string | null }>(sql`
      select id, password_hash from users where lower(email) = ${email} and disabled_at is null`),
  )
  await countAttempt(services, email, http, account?.id ?? null)
  const isRight = await isPassword(account?.password_hash ?? null, body.password)
  if (!account || !isRight) {
    await services.db.asSystem(tx => audit(tx, 'sign-in refused', account?.id ?? null, http))
    throw wrongCredentials()
  }
  return services.db.asSystem(async tx => {
    // Race: the password may have been changed while the old one was being verified.
    if (!(await lockWithPassword(tx, account))) throw wrongCredentials()
    await tx.run(sql`delete from sign_in_failures where email = ${email}`)
    await audit(tx, 'signed in', account.id, http)
    await sendFirstConfirmation(tx, services, account.id)
    const aal = (await isRemembered(tx, account.id, http)) ? 'aal2' : 'aal1'
    return beginSession(tx, services, http, account.id, { aal })
  })
}

/**
 * Counts a failure before the password is verified, under a row lock, so that parallel guesses are counted too. The right password
 * resets the count. The back-off applies per account, for all client addresses; devices that signed in before are exempt.
 */
async function countAttempt({ db }: Services, email: string, http: Http, userId: string | null): Promise<void> {
  const device = http.cookie('device')
  const wait = await db.asSystem(async tx => {
    await tx.run(sql`insert into sign_in_failures (email) values (${email}) on conflict (email) do nothing`)
    const { seconds } = await tx.one<{ seconds: number }>(sql`
      select case when failures < ${FREE_FAILURES} or exists (select from known_devices d join users u on u.id = d.user_id
            where lower(u.email) = ${email} and d.token_hash = ${device ? hashOf(device) : null}) then 0
          else ceil(extract(epoch from last_failed_at
            + make_interval(secs => least(${MAX_WAIT_SECONDS}, 2 ^ least(failures - ${FREE_FAILURES}, 20))) - clock_timestamp()))::integer end as seconds
        from sign_in_failures where email = ${email} for update`)
    if (seconds > 0) {
      const isFirst = await tx.run(
        sql`update sign_in_failures set is_logged = true where email = ${email} and not is_logged`,
      )
      // Do not log the address: users type passwords into the wrong field.
      if (isFirst) await audit(tx, 'limit reached', userId, http, { limit: 'sign-in to one account' })
      return seconds
    }
    await tx.run(
      sql`update sign_in_failures set failures = failures + 1, last_failed_at = clock_timestamp() where email = ${email}`,
    )
    return 0
  })
  if (wait > 0) throw tooMany(wait)
}

/** The second factor was given on this browser within 30 days with "remember this device". */
async function isRemembered(tx: Tx, userId: string, http: Http): Promise<boolean> {
  const trusted = http.cookie('trusted')
  if (!trusted) return false
  const row = await tx.maybe(sql`
    select 1 from remembered_devices where token_hash = ${hashOf(trusted)} and user_id = ${userId} and expires_at > now()`)
  return row !== null
}

async function whoAmI({ http, services }: Request<typeof getSession>) {
  if (!http.token) return { user: null, session: null }
  const hash = hashOf(http.token)
  return services.db.asSystem(async tx => {
    const user = await tx.maybe<SessionUser>(sql`select * from authenticate(${hash})`)
    if (user) services.reads.learn(hash, user.user_id)
    if (user?.is_stale) void touch(services, user, http)
    return user ? identityOf(tx, services, user) : { user: null, session: null }
  })
}

async function endSession({ me, http, services }: AccountRequest<typeof signOut>) {
  await services.db.asSystem(async tx => {
    await tx.run(sql`delete from sessions where id = ${me.session_id}`)
    await audit(tx, 'signed out', me.user_id, http)
  })
  forgetCookie(services, http)
}

async function endAllSessions({ me, http, services }: AccountRequest<typeof signOutEverywhere>) {
  await services.db.asSystem(async tx => {
    await revokeAccess(tx, me.user_id)
    await audit(tx, 'signed out everywhere', me.user_id, http)
  })
  forgetCookie(services, http)
}

export default [
  handle(signIn, signInWithPassword),
  handle(getSession, whoAmI),
  handleAsServer(signOut, endSession),
  handleAsServer(signOutEverywhere, endAllSessions),
]
