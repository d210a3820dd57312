import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { listing, oneOf } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { When } from '../../contract/when.ts'

export const kinds = ['topic', 'reply', 'event', 'resource', 'review'] as const
export type Kind = (typeof kinds)[number]

export const Contribution = z.object({
  kind: z.enum(kinds),
  /** The topic, reply, event, resource or comment on an investor. */
  id: z.int(),
  created_at: When,
  /** What it is about, and its name: the topic of a reply, the investor of a comment, otherwise the row itself. */
  subject_id: z.int(),
  subject: z.string(),
})
export type Contribution = z.infer<typeof Contribution>

export const listContributions = endpoint('GET', '/api/members/:id/contributions', {
  offline: true,
  summary: 'What a member did in their own name, newest first. The same for everybody, also for the member',
  params: ById,
  query: z.object({ kind: z.enum(kinds).optional(), ...Paging }),
  reply: z.array(Contribution),
})

/** A few on the member page; more on request. */
export const contributionListing = listing({ kind: oneOf(kinds) }, { limit: 8 })

export const countContributions = endpoint('GET', '/api/members/:id/contributions/counts', {
  offline: true,
  summary: 'How much a member did in their own name, by kind',
  params: ById,
  reply: z.object({ topic: z.int(), reply: z.int(), event: z.int(), resource: z.int(), review: z.int() }),
})
