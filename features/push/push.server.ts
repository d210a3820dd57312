import { ECDH } from 'node:crypto'
import type { Tx } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Job } from '../../server/jobs/job.ts'
import { type AccountRequest, handle, handleAsServer, type Request } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { throttleFrom } from '../../server/request/throttle.ts'
import type { Services } from '../../server/services.ts'
import { lockAccount } from '../../server/session/revoke-access.ts'
import { pushAddressOf } from './addresses.ts'
import { checkPush, getPush, turnOffPush, turnOnPush } from './contract.ts'
import { currentPublicKey, makePushKey } from './keys.ts'
import { type PushJob, sendPush } from './sending.ts'

/** A member with more browsers loses the oldest subscription. */
const MOST_BROWSERS = 10
/** An office or a mobile network sends the requests of many browsers from few addresses. */
const CHECKS_PER_HOUR = 10_000

async function answer(tx: Tx, public_key: string | null, sessionId: string) {
  // Messages for a subscription of an earlier key cannot be signed: its browser subscribes again.
  const found = await tx.maybe(sql`
    select 1 from push_subscriptions where session_id = ${sessionId} and public_key = ${public_key}`)
  return { public_key, is_on: found !== null }
}

async function look({ me, services }: AccountRequest<typeof getPush>) {
  const key = await currentPublicKey(services)
  return services.db.asSystem(tx => answer(tx, key, me.session_id))
}

/** The same browser keeps its address when somebody else signs in: the address then belongs to the new session. */
async function turnOn({ body, me, services }: AccountRequest<typeof turnOnPush>) {
  const { p256dh, auth } = checkedKeys(body.keys)
  const endpoint = checkedAddress(body.endpoint, services)
  const key = await currentPublicKey(services)
  return services.db.asSystem(async tx => {
    await lockAccount(tx, me)
    await tx.run(sql`delete from push_subscriptions where session_id = ${me.session_id} and endpoint <> ${endpoint}`)
    await tx.run(sql`
      insert into push_subscriptions as s (session_id, user_id, endpoint, p256dh, auth, public_key)
      values (${me.session_id}, ${me.user_id}, ${endpoint}, ${p256dh}, ${auth}, ${key})
      on conflict (endpoint) do update set session_id = excluded.session_id, user_id = excluded.user_id, p256dh = excluded.p256dh,
        auth = excluded.auth, public_key = excluded.public_key,
        created_at = case when s.session_id = excluded.session_id then s.created_at else now() end,
        id = case when s.session_id = excluded.session_id then s.id else gen_random_uuid() end`)
    await tx.run(sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${me.user_id} order by created_at desc, id offset ${MOST_BROWSERS})`)
    return answer(tx, key, me.session_id)
  })
}

async function turnOff({ me, services }: AccountRequest<typeof turnOffPush>) {
  const key = await currentPublicKey(services)
  return services.db.asSystem(async tx => {
    await tx.run(sql`delete from push_subscriptions where session_id = ${me.session_id}`)
    return answer(tx, key, me.session_id)
  })
}

/** The id is random and known only to the browser that got the message. */
async function check({ body, http, services }: Request<typeof checkPush>) {
  await throttleFrom(services, http, 'check-push', CHECKS_PER_HOUR, 3600)
  const found = await services.db.asSystem(tx =>
    tx.maybe(sql`select 1 from push_subscriptions u where u.id = ${body.id} and may_be_pushed_to(u)`),
  )
  return { is_current: found !== null }
}

function checkedAddress(text: string, { config }: Services): string {
  const address = pushAddressOf(text, config.pushHosts)
  if (address) return address.url.href
  const problem = 'This address is not one of a push service that this community uses.'
  throw new Refusal(400, problem, { fields: { endpoint: problem } })
}

/** A point on the curve P-256 and 16 random bytes: nothing else can encrypt a message. */
function checkedKeys({ p256dh, auth }: { p256dh: string; auth: string }) {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (point.length !== 65 || point[0] !== 4 || !isOnCurve(point)) throw wrongKey('keys.p256dh')
  if (secret.length !== 16) throw wrongKey('keys.auth')
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') }
}

function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}

const wrongKey = (field: string) => {
  const problem = 'This is not a key of a push subscription.'
  return new Refusal(400, problem, { fields: { [field]: problem } })
}

/** A push service may take ten seconds to answer. */
const PUSHES_AT_ONCE = 4

export const jobs: Job[] = [
  { queue: 'push', atOnce: PUSHES_AT_ONCE, run: (context, data) => sendPush(context, data as PushJob) },
]

export const preparations = [makePushKey]

export default [
  handleAsServer(getPush, look),
  handleAsServer(turnOnPush, turnOn),
  handleAsServer(turnOffPush, turnOff),
  handle(checkPush, check),
]
