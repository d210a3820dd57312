import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Limit } from '../../contract/ids.ts'
import { listing, oneOf, text, textUpTo, typed } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { cardFields, publicFields } from '../../contract/profile-fields.ts'
import { Search } from '../../contract/text.ts'
import { When } from '../../contract/when.ts'
import { Reasons } from '../matches/contract.ts'

/** The fields of a card. `expertise`, `linkedin` and `profile_picture` are aliases of stored columns. */
export const MemberCard = z.object({
  ...cardFields,
  expertise: z.array(z.string()).nullable(),
  linkedin: z.string().nullable(),
  profile_picture: z.string().nullable(),
})
export type MemberCard = z.infer<typeof MemberCard>

/** All public fields of a member. `email` and `phone` are absent if the member hides them. */
export const Member = MemberCard.extend({
  ...publicFields,
  email: z.string().optional(),
  phone: z.string().optional(),
})
export type Member = z.infer<typeof Member>

const MAX_LOCATION = 200

const Filters = {
  q: Search,
  industry: z.string().max(100).optional(),
  stage: z.string().max(100).optional(),
  /** One tag of each. */
  needs: z.string().max(100).optional(),
  can_help_with: z.string().max(100).optional(),
  /** Compared without case and accents, because members type it. */
  location: z.string().max(MAX_LOCATION).optional(),
}

export const memberSorts = ['name', 'best'] as const

/** `reasons` is present in the order 'best'; null for myself. */
const ListedMember = MemberCard.extend({ reasons: Reasons.nullish() })
export type ListedMember = z.infer<typeof ListedMember>

export const listMembers = endpoint('GET', '/api/members', {
  offline: true,
  summary:
    'The directory by name, or the best matches for me first, filtered by search, industry, stage, needs, offers and location',
  query: z.object({
    ...Filters,
    sort: z.enum(memberSorts).default('name'),
    ...Paging,
  }),
  reply: z.array(ListedMember),
})

const narrowed = {
  q: typed,
  industry: text,
  stage: text,
  needs: text,
  can_help_with: text,
  location: textUpTo(MAX_LOCATION),
}
export const memberNarrowing = listing(narrowed)
/** Eight rows of three cards. */
export const memberListing = listing({ ...narrowed, sort: oneOf(memberSorts) }, { limit: 24 })

/** Maximum number of suggestions while a name is typed. */
const MAX_SUGGESTIONS = 20

/** A suggestion. `created_at` distinguishes members with the same name and otherwise empty profiles. */
const FoundMember = MemberCard.extend({ created_at: When })

export const findMembers = endpoint('GET', '/api/members/named', {
  // Called at every letter that is typed, and the index of names finds them.
  reads: 1,
  summary: 'Other members by a part of their name: name prefixes first, then word prefixes, then other matches',
  query: z.object({ q: Filters.q.unwrap(), limit: Limit(MAX_SUGGESTIONS).prefault(6) }),
  reply: z.array(FoundMember),
})

/** Members type their location, so there may be as many as members: the most frequent ones are offered. */
export const MAX_LOCATIONS = 100

const Choices = z.array(z.object({ value: z.string(), count: z.int() }))

export const countMembers = endpoint('GET', '/api/members/counts', {
  offline: true,
  summary: 'Number of members, matching and in total; filter options with their number of results',
  query: z.object(Filters),
  reply: z.object({
    matching: z.int(),
    listed: z.int(),
    /** No exact match: these are fuzzy matches. */
    is_close: z.boolean(),
    industries: Choices,
    stages: Choices,
    needs: Choices,
    can_help_with: Choices,
    /** Those with results, most frequent first, each in its most frequent spelling. */
    locations: Choices,
  }),
})
export type MemberCounts = z.infer<typeof countMembers.reply>

export const getMember = endpoint('GET', '/api/members/:id', {
  offline: true,
  summary: 'One member',
  params: ById,
  reply: Member,
})
