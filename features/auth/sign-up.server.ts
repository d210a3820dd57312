import { sql } from '../../database/sql.ts'
import { audit } from '../../server/audit.ts'
import { beginSession } from '../../server/begin-session.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { Refusal } from '../../server/errors.ts'
import { hashPassword, refuseCommon } from '../../server/passwords.ts'
import { throttleFrom } from '../../server/throttle.ts'
import { signUp } from './contract.ts'

async function register({ body, http, house }: Request<typeof signUp>) {
  const { config, db } = house
  if (config.registration === 'closed') throw new Refusal(403, 'Registration is closed.')
  await throttleFrom(house, http, 'register', config.limits.registerPerHour, 3600)
  refuseCommon(body.password)
  const { email, options } = body
  const { username } = options.data
  const password = await hashPassword(body.password)
  const identity = await db.asSystem(async tx => {
    // The unique index decides, so that two registrations at once make one account.
    const account = await tx.maybe<{ id: string }>(sql`
      insert into users (email, username, password_hash) values (${email}, ${username}, ${password})
      on conflict (lower(email)) do nothing returning id`)
    if (!account) throw new Refusal(409, 'An account with this email already exists.')
    await audit(tx, 'registered', account.id, http)
    return beginSession(tx, house, http, account.id)
  })
  await makeProfile(identity.user?.id ?? '', username, email)
  return identity

  /** Not fatal: an account without a profile gets one when its owner first looks for it. */
  async function makeProfile(userId: string, fullName: string, address: string): Promise<void> {
    try {
      await db.asSystem(async tx => {
        const profile = await tx.one<{ id: number }>(sql`
          insert into profiles (user_id, full_name) values (${userId}, ${fullName}) returning id`)
        await tx.run(sql`
          insert into profile_contacts (profile_id, kind, value, visibility) values (${profile.id}, 'email', ${address}, 'members')`)
      })
    } catch (error) {
      http.log.error({ err: error }, 'the new account has no profile yet')
    }
  }
}

export default [handle(signUp, register)]
