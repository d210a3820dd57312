import type { Person } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import type { Config } from '../../server/config.ts'
import type { JobContext } from '../../server/jobs/job.ts'
import { shortened } from '../../server/mail/mail-text.ts'
import { secretOf } from '../../server/session/secret.ts'
import type { Notification } from '../notifications/contract.ts'
import { addressOf, sentenceOf, textOf } from '../notifications/words-contract.ts'
import { PrivateAddress, pushAddressOf } from './addresses.ts'
import type { PushMessage } from './contract.ts'
import { decrypted } from './keys.ts'
import { postMessage } from './posting.ts'

/** Of the queue `push`: an act that the member is told of, and one of their browsers. */
export type PushJob = { act: string; subscription: string; isPostponed?: boolean }

type Wanted = Person & {
  notification_id: string
  endpoint: string
  p256dh: string
  auth: string
  public_key: string
  private_key: Buffer
  later: Date | null
  actor: string | null
}

const DAY_SECONDS = 86_400
/** More are not pushed to one browser in an hour; the bell shows them all. */
const MOST_PER_HOUR = 30
/** Of these, about what the same member did: nobody can use up the messages of another. As for mails (claim_mail). What nobody did, such as a reminder, counts by its kind. */
const MOST_OF_ONE_ACTOR_PER_HOUR = 5
const LONGEST_TEXT = 300

/** Sends one message, outside of a transaction. Throws if it is to be tried again. */
export async function sendPush({ config, db, log }: JobContext, job: PushJob): Promise<void> {
  const { act, subscription } = job
  const wanted = await db.asSystem(tx =>
    tx.maybe<Wanted>(sql`select * from wanted_push(${act}, ${subscription}, ${config.timeZone})`),
  )
  const address = wanted && pushAddressOf(wanted.endpoint, config.pushHosts)
  const privateKey = wanted && decrypted(secretOf(config), wanted.private_key)
  if (!wanted || !address || !privateKey) return
  if (wanted.later) {
    // Once: a job that is postponed again and again would outlive what it tells.
    const again: PushJob = { act, subscription, isPostponed: true }
    const { later } = wanted
    if (!job.isPostponed)
      await db.asSystem(tx => tx.run(sql`select enqueue('push', ${JSON.stringify(again)}::jsonb, ${later})`))
    return
  }
  const notification = await db.asMember(wanted, async tx => {
    const found = await tx.maybe<{ words: Notification | null }>(sql`
      select notification_json(n, 0) as words from notifications n where n.id = ${wanted.notification_id} and n.user_id = me()`)
    return found?.words ?? null
  })
  if (!notification || !isVisible(notification)) return
  const limits = limitsOf(wanted, subscription)
  if (!(await count(db, limits))) return

  const { default: webPush } = await import('web-push')
  const details = webPush.generateRequestDetails(
    { endpoint: address.url.href, keys: { p256dh: wanted.p256dh, auth: wanted.auth } },
    JSON.stringify(messageOf(notification, subscription, config)),
    {
      vapidDetails: { subject: subjectOf(config), publicKey: wanted.public_key, privateKey },
      TTL: DAY_SECONDS,
      // At the push service, a later message about the same notification replaces the earlier one.
      topic: notification.id.replaceAll('-', ''),
    },
  )
  const status = await postMessage(address, details.headers, details.body ?? Buffer.alloc(0)).catch(async error => {
    if (!(error instanceof PrivateAddress)) {
      await countBack(db, limits)
      throw error
    }
    log(error)
    return 0
  })
  if (status === 404 || status === 410)
    await db.asSystem(tx => tx.run(sql`delete from push_subscriptions where id = ${subscription}`))
  // The address is secret: whoever has it can try to send messages.
  else if (status === 429 || status >= 500) {
    await countBack(db, limits)
    throw new Error(`The push service ${address.url.host} is not available: it answered ${status}.`)
  } else if (status >= 300)
    log(new Error(`The push service ${address.url.host} refused a message: it answered ${status}.`))
}

type Limit = { key: string; most: number }

/** The one of the actor first: what it refuses does not count against the one of the browser. */
const limitsOf = ({ user_id, actor }: Wanted, subscription: string): Limit[] =>
  actor === null
    ? []
    : [
        { key: `push about one member:${user_id}/${subscription}/${actor}`, most: MOST_OF_ONE_ACTOR_PER_HOUR },
        { key: `push:${user_id}/${subscription}`, most: MOST_PER_HOUR },
      ]

/** Counts one message. False: it is one too many. */
const count = (db: JobContext['db'], limits: Limit[]): Promise<boolean> =>
  db.asSystem(async tx => {
    for (const { key, most } of limits) {
      const { wait } = await tx.one<{ wait: number }>(
        sql`select throttle(${key}, ${most}, 3600, is_logged => false) as wait`,
      )
      if (wait > 0) return false
    }
    return true
  })

/** A message that did not arrive is tried again: its tries would use up a limit of five. In the order of `count`, so that both never wait for each other. */
const countBack = (db: JobContext['db'], limits: Limit[]) =>
  db.asSystem(async tx => {
    for (const { key } of limits)
      await tx.run(sql`update throttles set hits = hits - 1 where key = ${key} and hits > 0`)
  })

/** Whether the member can still see what it is about. */
const isVisible = ({ thread_kind, title }: Notification) => thread_kind === 'account' || title !== null

/** What happened, in the sentence of the bell; nothing of what was written. */
const messageOf = (notification: Notification, id: string, { communityName }: Config): PushMessage => ({
  id,
  tag: notification.id,
  title: communityName,
  body: shortened(textOf(sentenceOf(notification)), LONGEST_TEXT),
  url: addressOf(notification),
})

/** How the operator of a push service reaches ours. */
const subjectOf = ({ isHttps, publicUrl, mailFrom }: Config) =>
  isHttps ? publicUrl : `mailto:${/<(.*)>/.exec(mailFrom)?.[1] ?? mailFrom}`
