import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

// Apart from contract.ts, because the bell is part of every page's first code.

/** The count stops here: the bell shows '99+'. */
export const MAX_COUNT = 100

export const Unread = z.object({
  count: z.int(),
  /** Where the counted ones lead, such as 'topic/12' or 'account': a screen that opens one of these marks it as read. */
  threads: z.array(z.string()),
})
export type Unread = z.infer<typeof Unread>

export const countUnread = endpoint('GET', '/api/notifications/unread', {
  summary: `How many of my notifications are unread, at most ${MAX_COUNT}`,
  reply: Unread,
})
