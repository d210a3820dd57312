import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { Limit } from '../../contract/ids.ts'
import { listing, oneOf, typed } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { Search } from '../../contract/text.ts'

/** In this order if two hits are equally good. */
export const kinds = ['member', 'investor', 'event', 'topic', 'request', 'resource', 'reply'] as const
export type Kind = (typeof kinds)[number]

export const Hit = z.object({
  kind: z.enum(kinds),
  id: z.int(),
  /** The name or title; for a reply, that of its topic. */
  title: z.string(),
  /** What describes it beside the title, such as company, category or place. */
  details: z.array(z.string()),
  /** Who wrote it: 'Anonymous' without a name, null if it has no author or is the community's own. */
  author: z.string().nullable(),
  /** A part of its text, around the first match. */
  excerpt: z.string(),
  picture: z.string().nullable(),
  /** The day of an event, or when a topic, reply or request was written. */
  date: z.string().nullable(),
  /** The topic of a reply. */
  topic_id: z.int().nullable(),
  /** Of a hit that was only found with typing errors: the texts in which they are forgiven. */
  close: z.array(z.string()),
})
export type Hit = z.infer<typeof Hit>

/** Fewer than in other lists: each hit has an excerpt, which is searched for its words. */
const MAX_HITS = 100

export const searchCommunity = endpoint('GET', '/api/search', {
  summary: 'Search across kinds: the best hits of all, or a page of one kind',
  query: z.object({
    q: Search,
    kind: z.enum(kinds).optional(),
    limit: Limit(MAX_HITS).prefault(20),
    /** Only with a kind. */
    after: Paging.after,
  }),
  reply: z.array(Hit),
})

/** How many opened hits a browser remembers. */
export const MAX_RECENT = 6

const one = `(${kinds.join('|')})-[0-9]{1,9}`
const opened = new RegExp(`^${one}(,${one}){0,${MAX_RECENT - 1}}$`)

export const readRecent = endpoint('GET', '/api/search/recent', {
  summary: 'Hits that were opened before, as they are now, without those that are gone',
  /** 'topic-5,member-3' */
  query: z.object({ hits: z.string().max(200).regex(opened) }),
  reply: z.array(Hit),
})

/** The screen /search. */
export const searchListing = listing({ q: typed, kind: oneOf(kinds) }, { limit: 24 })

/** How many hits are offered while typing. */
export const OFFERED = 12
