import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

/** What a browser makes for push messages (PushSubscription.toJSON()). The server checks address and keys (addresses.ts, push.server.ts). */
const Subscription = z.object({
  endpoint: z.string().min(1).max(1000),
  keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(40) }),
})

const Push = z.object({
  /** Browsers make a subscription for this key. Null: the operator has switched push off. */
  public_key: z.string().nullable(),
  /** Whether the browser of this session gets push messages. */
  is_on: z.boolean(),
})

export const getPush = endpoint('GET', '/api/push', {
  summary: 'Whether this browser gets my notifications as push messages',
  reply: Push,
})

export const turnOnPush = endpoint('PUT', '/api/push', {
  summary: 'Send my notifications to this browser until its session ends',
  body: Subscription,
  reply: Push,
})

export const turnOffPush = endpoint('DELETE', '/api/push', {
  summary: 'Send no more push messages to this browser',
  unconfirmed: 'allowed',
  reply: Push,
})

/** For the service worker, before it shows a message that may have waited at the push service. Without a session, so that messages do not keep one alive. */
export const checkPush = endpoint('POST', '/api/push/check', {
  summary: 'Whether the browser of a push message still belongs to the member it was sent to',
  access: 'anyone',
  body: z.object({ id: z.uuid() }),
  reply: z.object({ is_current: z.boolean() }),
})

/** What the service worker gets. */
export type PushMessage = {
  /** Of the subscription, for checkPush. */
  id: string
  /** Of the notification: a later message about the same one replaces the earlier one. */
  tag: string
  title: string
  body: string
  /** A path of the app. */
  url: string
}
