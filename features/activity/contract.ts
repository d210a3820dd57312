import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { Limit } from '../../contract/ids.ts'

export const kinds = ['post', 'reply', 'like', 'event', 'investor', 'join'] as const
export type Kind = (typeof kinds)[number]

export const Activity = z.object({
  /** Kind and row: 'reply-12'. A like by its topic and its member: 'like-12-34'. */
  id: z.string(),
  kind: z.enum(kinds),
  created_at: z.iso.datetime({ offset: true }),
  actor: z.object({ id: z.int(), full_name: z.string(), profile_picture: z.string().nullable() }),
  /** The topic, event, investor or member it is about, and its name; a member who joined is the actor. */
  subject_id: z.int(),
  subject: z.string().nullable(),
  /** Where a list goes on after this one: its time and its id. */
  cursor: z.string(),
})
export type Activity = z.infer<typeof Activity>

export const listActivity = endpoint('GET', '/api/activity', {
  summary: 'What members did, newest first',
  query: z.object({
    kind: z.enum(kinds).optional(),
    limit: Limit().optional(),
    /** The cursor of the last one already seen. */
    after: z
      .string()
      .max(100, { abort: true })
      .regex(/^[\d:.T+-]+Z?~[a-z]+-\d{1,9}$/)
      .optional(),
  }),
  reply: z.array(Activity),
})
