import { sql } from '../../database/sql.ts'
import { audit } from '../../server/audit.ts'
import { type House, type Http, handle, type Request } from '../../server/endpoint.ts'
import { Refusal, tooMany } from '../../server/errors.ts'
import { hashOf, identityOf } from '../../server/session.ts'
import { throttle } from '../../server/throttle.ts'
import { getSession, signIn, signOut, signOutEverywhere } from './contract.ts'
import { isPassword } from './passwords.ts'
import { beginSession, forgetCookie } from './sessions.ts'

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
    return beginSession(tx, house, http, account.id)
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

async function whoAmI({ http, house }: Request<typeof getSession>) {
  if (!http.token) return { user: null, session: null }
  const hash = hashOf(http.token)
  const entry = await house.db.asSystem(tx =>
    tx.maybe<Parameters<typeof identityOf>[0]>(sql`select * from enter(${hash})`),
  )
  return entry ? identityOf(entry) : { user: null, session: null }
}

async function endSession({ me, http, house }: Request<typeof signOut>) {
  await house.db.asSystem(async tx => {
    await tx.run(sql`delete from sessions where id = ${me.session_id}`)
    await audit(tx, 'signed out', me.user_id, http)
  })
  forgetCookie(house, http)
}

async function endAllSessions({ me, http, house }: Request<typeof signOutEverywhere>) {
  await house.db.asSystem(async tx => {
    await tx.run(sql`delete from sessions where user_id = ${me.user_id}`)
    await audit(tx, 'signed out everywhere', me.user_id, http)
  })
  forgetCookie(house, http)
}

export default [
  handle(signIn, signInWithPassword),
  handle(getSession, whoAmI),
  handle(signOut, endSession),
  handle(signOutEverywhere, endAllSessions),
]
