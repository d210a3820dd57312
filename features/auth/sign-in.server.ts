import type { Entry, Tx } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { audit } from '../../server/audit.ts'
import { beginSession, forgetCookie } from '../../server/begin-session.ts'
import {
  type AccountRequest,
  type House,
  type Http,
  handle,
  handleAsServer,
  type Request,
} from '../../server/endpoint.ts'
import { Refusal, tooMany } from '../../server/errors.ts'
import { isPassword } from '../../server/passwords.ts'
import { hashOf, identityOf } from '../../server/session.ts'
import { throttle } from '../../server/throttle.ts'
import { getSession, signIn, signOut, signOutEverywhere } from './contract.ts'

const wrong = () => new Refusal(401, 'Invalid email or password.')

/** After this many wrong passwords in a row an account makes strangers wait: 1 s, 2 s, 4 s … up to a quarter of an hour. */
const FREE_FAILURES = 5
const LONGEST_WAIT = 900

async function signInWithPassword({ body, http, house }: Request<typeof signIn>) {
  const { limits } = house.config
  await throttle(house, `sign-in:${http.ip}:minute`, limits.signInPerMinute, 60)
  await throttle(house, `sign-in:${http.ip}:hour`, limits.signInPerHour, 3600)
  const email = body.email.toLowerCase()
  const account = await house.db.asSystem(tx =>
    tx.maybe<{ id: string; password_hash: string | null }>(sql`
      select id, password_hash from users where lower(email) = ${email} and disabled_at is null`),
  )
  await makeStrangersWait(house, email, http)
  const isRight = await isPassword(account?.password_hash ?? null, body.password)
  if (!account || !isRight) {
    await house.db.asSystem(async tx => {
      await tx.run(sql`
        insert into sign_in_failures as f (email, failures) values (${email}, 1)
        on conflict (email) do update set failures = f.failures + 1, last_failed_at = now()`)
      await audit(tx, 'sign-in refused', account?.id ?? null, http)
    })
    throw wrong()
  }
  return house.db.asSystem(async tx => {
    await tx.run(sql`delete from sign_in_failures where email = ${email}`)
    await audit(tx, 'signed in', account.id, http)
    return beginSession(tx, house, http, account.id, (await isRemembered(tx, account.id, http)) ? 'aal2' : 'aal1')
  })
}

/** The wait is the account's, whoever guesses and from wherever; a browser that has signed in to it before does not feel it. */
async function makeStrangersWait({ db }: House, email: string, http: Http): Promise<void> {
  const device = http.cookie('device')
  const wait = await db.asSystem(tx =>
    tx.maybe<{ seconds: number }>(sql`
      select ceil(extract(epoch from
          last_failed_at + make_interval(secs => least(${LONGEST_WAIT}, 2 ^ least(failures - ${FREE_FAILURES}, 20))) - now()))::integer
          as seconds
        from sign_in_failures where email = ${email} and failures >= ${FREE_FAILURES}
          and not exists (select from known_devices d join users u on u.id = d.user_id
            where lower(u.email) = ${email} and d.token_hash = ${device ? hashOf(device) : null})`),
  )
  if (wait && wait.seconds > 0) throw tooMany(wait.seconds)
}

/** The second factor was given on this browser within 30 days, and its owner asked to be remembered. */
async function isRemembered(tx: Tx, userId: string, http: Http): Promise<boolean> {
  const trusted = http.cookie('trusted')
  if (!trusted) return false
  const row = await tx.maybe(sql`
    select 1 from remembered_devices where token_hash = ${hashOf(trusted)} and user_id = ${userId} and expires_at > now()`)
  return row !== null
}

async function whoAmI({ http, house }: Request<typeof getSession>) {
  if (!http.token) return { user: null, session: null }
  const hash = hashOf(http.token)
  return house.db.asSystem(async tx => {
    const entry = await tx.maybe<Entry>(sql`select * from enter(${hash})`)
    return entry ? identityOf(tx, entry) : { user: null, session: null }
  })
}

async function endSession({ me, http, house }: AccountRequest<typeof signOut>) {
  await house.db.asSystem(async tx => {
    await tx.run(sql`delete from sessions where id = ${me.session_id}`)
    await audit(tx, 'signed out', me.user_id, http)
  })
  forgetCookie(house, http)
}

async function endAllSessions({ me, http, house }: AccountRequest<typeof signOutEverywhere>) {
  await house.db.asSystem(async tx => {
    await tx.run(sql`delete from sessions where user_id = ${me.user_id}`)
    // A browser that was left behind must not get in on the password alone.
    await tx.run(sql`delete from remembered_devices where user_id = ${me.user_id}`)
    await audit(tx, 'signed out everywhere', me.user_id, http)
  })
  forgetCookie(house, http)
}

export default [
  handle(signIn, signInWithPassword),
  handle(getSession, whoAmI),
  handleAsServer(signOut, endSession),
  handleAsServer(signOutEverywhere, endAllSessions),
]
