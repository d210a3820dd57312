import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { listing, oneOf } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { nameFields } from '../../contract/profile-fields.ts'
import { When } from '../../contract/when.ts'

export const kinds = ['post', 'reply', 'like', 'event', 'investor', 'join'] as const
export type Kind = (typeof kinds)[number]

export const Activity = z.object({
  /** Kind and row id: 'reply-12'. For a like, topic and member: 'like-12-34'. */
  id: z.string(),
  kind: z.enum(kinds),
  created_at: When,
  actor: z.object(nameFields),
  /** The topic, event, investor or member, and its name. For 'join', the subject is the actor and has no name here. */
  subject_id: z.int(),
  subject: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>

export const listActivity = endpoint('GET', '/api/activity', {
  summary: 'What members did, newest first',
  query: z.object({
    kind: z.enum(kinds).optional(),
    ...Paging,
  }),
  reply: z.array(Activity),
})

export const activityListing = listing({ kind: oneOf(kinds) }, { limit: 30 })
