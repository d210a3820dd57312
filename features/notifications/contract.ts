import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { is, listing, oneOf } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { nameFields } from '../../contract/profile-fields.ts'
import { isTimeZone } from '../../contract/time-zone.ts'
import { When } from '../../contract/when.ts'
import { Unread } from './bell-contract.ts'
import { ALWAYS_MAILED, kinds } from './shared/kinds.ts'
import { subjects } from './shared/subjects.ts'

export { countUnread, MAX_COUNT, Unread } from './bell-contract.ts'

const Actor = z.object(nameFields)

const threadKinds = ['topic', 'request', 'investor', 'event', 'account'] as const

export const Notification = z.object({
  id: z.uuid(),
  kind: z.enum(kinds),
  at: When,
  is_read: z.boolean(),
  /** Where it leads. `thread_id` is null for the account. */
  thread_kind: z.enum(threadKinds),
  thread_id: z.string().nullable(),
  title: z.string().nullable(),
  /** The reply or comment that was told first. */
  subject_kind: z.string(),
  subject_id: z.int().nullable(),
  /** The beginning of the latest text. */
  excerpt: z.string().nullable(),
  /** The new status, the investor or target, the change of an event, or what happened to the account. */
  detail: z.string().nullable(),
  /** The browser of a sign-in or a change of the account. */
  user_agent: z.string().nullable(),
  /** The latest three members. Empty for anonymous acts. */
  actors: z.array(Actor),
  actors_count: z.int(),
  acts_count: z.int(),
  /** How many of the acts are anonymous, and whether the latest is: its excerpt must not be attributed to an actor. */
  anonymous_count: z.int(),
  is_anonymous: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = endpoint('GET', '/api/notifications', {
  summary: 'My notifications, the latest first',
  query: z.object({ unread: z.literal('true').optional(), about: z.enum(subjects).optional(), ...Paging }),
  reply: z.array(Notification),
})
export const notificationListing = listing({ unread: is('tab', 'unread'), about: oneOf(subjects) }, { limit: 30 })

export const markRead = endpoint('POST', '/api/notifications/read', {
  summary: 'Mark my notifications as read: one, those of a thread or subject, or all',
  unconfirmed: 'allowed',
  body: z.object({
    notification_id: z.uuid().optional(),
    thread_kind: z.enum(threadKinds).optional(),
    thread_id: z.string().max(20).optional(),
    about: z.enum(subjects).optional(),
    /** Only those that are not newer than this, so that one which arrives meanwhile stays unread. */
    until: When.optional(),
  }),
  reply: Unread,
})

export const ways = ['app', 'mail', 'digest'] as const
export const digests = ['daily', 'weekly', 'never'] as const
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time, such as 22:00.')
const Ways = z.partialRecord(z.enum(kinds).exclude([ALWAYS_MAILED]), z.enum(ways))

export const NotificationSettings = z.object({
  /** Null: that of the community. */
  time_zone: z.string().nullable(),
  digest: z.enum(digests),
  quiet_from: z.string().nullable(),
  quiet_until: z.string().nullable(),
  /** How each kind reaches me: in the app only, also by mail at once, or in the digest. */
  ways: z.record(z.enum(kinds), z.enum(ways)),
  /** Whether the server can send mail at all. */
  sends_mail: z.boolean(),
  /** Whether I am asked when somebody seeks an introduction to an investor I know. */
  may_be_asked: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const getNotificationSettings = endpoint('GET', '/api/notification-settings', {
  summary: 'How I want to be told',
  reply: NotificationSettings,
})
export const updateNotificationSettings = endpoint('PATCH', '/api/notification-settings', {
  summary: 'Change the sent choices',
  body: z
    .object({
      time_zone: z.string().max(64).refine(isTimeZone, 'This time zone is not known.').nullable(),
      digest: z.enum(digests),
      quiet_from: Time.nullable(),
      quiet_until: Time.nullable(),
      ways: Ways,
      may_be_asked: z.boolean(),
    })
    .partial()
    .refine(({ quiet_from: from, quiet_until: until }) => typeof from === typeof until && !from === !until, {
      path: ['quiet_until'],
      error: 'Quiet hours need a beginning and an end.',
    }),
  reply: NotificationSettings,
})

const Muted = z.object({ is_muted: z.boolean() })
export const getMute = endpoint('GET', '/api/members/:id/mute', {
  summary: 'Whether I muted this member',
  params: ById,
  reply: Muted,
})
export const muteMember = endpoint('PUT', '/api/members/:id/mute', {
  summary: 'Stop notifications about what this member does. They are not told',
  params: ById,
  reply: Muted,
})
export const unmuteMember = endpoint('DELETE', '/api/members/:id/mute', {
  summary: 'Get notifications about this member again',
  params: ById,
  reply: Muted,
})
export const listMutes = endpoint('GET', '/api/mutes', {
  summary: 'The members whom I muted, by name',
  reply: z.array(Actor),
})
