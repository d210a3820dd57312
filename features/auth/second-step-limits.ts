import { createHash } from 'node:crypto'
import type { SessionUser } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttle } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'

const TEN_MINUTES_SECONDS = 600
const DAY_SECONDS = 86_400
/** Codes to unverified numbers, of the whole community: each costs money, and may go to a stranger. */
const UNVERIFIED_CODES_PER_DAY = 200
const ALL_UNVERIFIED = 'phone codes to new numbers:all'
/** Of these, of one account: a few accounts cannot use up those of all others. */
const UNVERIFIED_CODES_OF_ONE_PER_DAY = 10

/**
 * Counts one attempt at the second factor: a challenge (which allows up to five codes), a recovery code, or a code for re-authentication.
 *
 * A device that passed the factor before has separate limits, so that an attacker cannot use them up. All other devices share the
 * account's limits, because an attacker with the password can create any number of sessions. These limits are also counted per
 * password: after a password change the owner has new attempts.
 */
export async function countSecondStep(services: Services, me: SessionUser): Promise<void> {
  const { device, password } = await services.db.asSystem(tx =>
    tx.one<{ device: string | null; password: string }>(sql`
      select encode(d.token_hash, 'hex') as device, left(md5(coalesce(u.password_hash, '')), 16) as password
      from users u
        left join sessions s on s.id = ${me.session_id}
        left join known_devices d on d.user_id = u.id and d.token_hash = s.device_hash and d.passed_factor_at is not null
      where u.id = ${me.user_id}`),
  )
  const account = `second step:${me.user_id}`
  if (device) {
    await throttle(services, `${account}:${device}`, 10, TEN_MINUTES_SECONDS)
    await throttle(services, `${account}:${device}:day`, 60, DAY_SECONDS)
    return
  }
  // In this order: an attempt that one limit refuses is not counted by the next.
  await throttle(services, `second step:${me.session_id}`, 10, TEN_MINUTES_SECONDS)
  await throttle(services, `${account}:${password}`, 40, DAY_SECONDS)
  await throttle(services, account, 80, DAY_SECONDS)
}

/**
 * Rate limits for codes to a number that an account has not verified: it may be anybody's. One for each number and each account, and one for all
 * together, because somebody can name any number of numbers. Not for verified ones, so that nobody can use up what their owners get.
 */
export async function countUnverifiedNumber(services: Services, me: SessionUser, phone: string): Promise<void> {
  const number = createHash('sha256').update(phone).digest('base64url')
  const perHour = services.config.limits.accountMailsPerHour
  await throttle(services, `phone-code:${number}`, perHour, 3600)
  await throttle(services, `phone-code:${number}:day`, 2 * perHour, DAY_SECONDS)
  await throttle(services, `phone codes to new numbers:${me.user_id}`, UNVERIFIED_CODES_OF_ONE_PER_DAY, DAY_SECONDS)
  // Last: what the limits of one number or account refuse is not counted for all.
  const { wait } = await services.db.asSystem(tx =>
    tx.one<{ wait: number }>(
      sql`select throttle(${ALL_UNVERIFIED}, ${UNVERIFIED_CODES_PER_DAY}, ${DAY_SECONDS}) as wait`,
    ),
  )
  if (wait > 0)
    throw new Refusal(
      429,
      'No more codes can be sent to new phone numbers today. Please use an authenticator app, or try again tomorrow.',
      {
        retryAfter: wait,
      },
    )
}

/** A code that could not be sent does not count for all: a sender that fails for an hour would use up their day. */
export async function uncountUnverifiedNumber({ db }: Services): Promise<void> {
  await db.asSystem(tx => tx.run(sql`update throttles set hits = hits - 1 where key = ${ALL_UNVERIFIED} and hits > 0`))
}
