import { createHash } from 'node:crypto'
import { sql } from '../../database/connection/sql.ts'
import { handle, type Request } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import { audit } from '../../server/session/audit.ts'
import { beginSession } from '../../server/session/begin-session.ts'
import { refuseGuessable } from '../../server/session/guessable.ts'
import { hashPassword, isPassword } from '../../server/session/passwords.ts'
import { tellHolder } from '../../server/session/reset-link.ts'
import { lockWithPassword } from '../../server/session/revoke-access.ts'
import { sendFirstConfirmation } from './confirmation.ts'
import { signUp } from './contract.ts'

const TAKEN = 'An account with this email already exists.'

type Registration = Request<typeof signUp>

async function register(request: Registration) {
  const { body, http, services } = request
  const { config, db } = services
  if (config.registration === 'closed') throw new Refusal(403, 'Registration is closed.')
  await throttleFrom(services, http, 'register', config.limits.registerPerHour, 3600)
  const { email, options } = body
  const { username } = options.data
  refuseGuessable(body.password, { communityName: config.communityName, names: [username], email })
  const password = await hashPassword(body.password)
  const identity = await db.asSystem(async tx => {
    // The unique index resolves the race of two concurrent registrations.
    const account = await tx.maybe<{ id: string }>(sql`
      insert into users (email, username, password_hash) values (${email}, ${username}, ${password})
      on conflict (lower(email)) do nothing returning id`)
    if (!account) return null
    const key = keyOf(request)
    if (key)
      await tx.run(sql`
        insert into idempotency_keys (user_id, key, request_hash) values (${account.id}, ${key}, ${hashOfRequest(request)})`)
    await audit(tx, 'registered', account.id, http)
    await sendFirstConfirmation(tx, services, account.id)
    return beginSession(tx, services, http, account.id)
  })
  if (!identity) return retryRegistration(request)
  await makeProfile(request, identity.user.id)
  return identity
}

/**
 * Idempotent retry after a lost reply: a request with the same idempotency key and password is signed in to the account that the
 * first one created. Every other request is refused, because the address is taken.
 */
async function retryRegistration(request: Registration) {
  const { body, http, services } = request
  const account = await services.db.asSystem(tx =>
    tx.maybe<{ id: string; password_hash: string | null }>(sql`
      select u.id, u.password_hash from users u join idempotency_keys k on k.user_id = u.id
      where lower(u.email) = lower(${body.email}) and u.disabled_at is null and k.key = ${keyOf(request)}
        and k.request_hash = ${hashOfRequest(request)}`),
  )
  const taken = () => new Refusal(409, TAKEN, { fields: { email: TAKEN } })
  if (!account || !(await isPassword(account.password_hash, body.password))) {
    await services.db.asSystem(tx => tellHolder(tx, services, body.email))
    throw taken()
  }
  return services.db.asSystem(async tx => {
    if (!(await lockWithPassword(tx, account))) throw taken()
    await audit(tx, 'signed in', account.id, http)
    return beginSession(tx, services, http, account.id)
  })
}

function keyOf({ http }: Registration): string | null {
  const key = http.headers['idempotency-key']
  return typeof key === 'string' && key.length <= 100 ? key : null
}

/** Excludes the password, which must not be stored as a fast hash. It is verified against the account instead. */
const hashOfRequest = ({ body: { email, options } }: Registration) =>
  createHash('sha256')
    .update(JSON.stringify([signUp.path, email, options.data.username]))
    .digest()

/** Not fatal: a missing profile is created when its owner first reads it. */
async function makeProfile({ body, http, services }: Registration, userId: string): Promise<void> {
  try {
    await services.db.asSystem(async tx => {
      const profile = await tx.one<{ id: number }>(sql`
        insert into profiles (user_id, full_name) values (${userId}, ${body.options.data.username}) returning id`)
      await tx.run(sql`
        insert into profile_contacts (profile_id, kind, value, visibility) values (${profile.id}, 'email', ${body.email}, 'members')`)
    })
  } catch (error) {
    http.log.error({ err: error }, 'the new account has no profile yet')
  }
}

export default [handle(signUp, register)]
