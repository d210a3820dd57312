import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Limit } from '../../contract/ids.ts'
import { listing, text, typed } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { Search } from '../../contract/text.ts'

const When = z.iso.datetime({ offset: true })

/** What a card shows. `expertise`, `linkedin` and `profile_picture` are other names of what is stored once. */
export const MemberCard = z.object({
  id: z.int(),
  full_name: z.string(),
  title: z.string().nullable(),
  company_name: z.string(),
  company_description: z.string(),
  company_website: z.string().nullable(),
  industry: z.string(),
  stage: z.string(),
  location: z.string().nullable(),
  needs: z.array(z.string()),
  can_help_with: z.array(z.string()).nullable(),
  expertise: z.array(z.string()).nullable(),
  linkedin_url: z.string().nullable(),
  linkedin: z.string().nullable(),
  twitter_handle: z.string().nullable(),
  avatar_url: z.string().nullable(),
  profile_picture: z.string().nullable(),
})
export type MemberCard = z.infer<typeof MemberCard>

/** A member, whole. `email` and `phone` are absent where the member keeps them to themself. */
export const Member = MemberCard.extend({
  user_id: z.uuid(),
  fundraising_status: z.string(),
  contact_method: z.string(),
  website: z.string().nullable(),
  github: z.string().nullable(),
  bio: z.string().nullable(),
  email: z.string().optional(),
  phone: z.string().optional(),
  completion_percentage: z.int(),
  created_at: When,
  updated_at: When,
})
export type Member = z.infer<typeof Member>

const Narrowed = {
  q: Search,
  industry: z.string().max(100).optional(),
  stage: z.string().max(100).optional(),
}

export const listMembers = endpoint('GET', '/api/members', {
  summary: 'The directory by name, narrowed by a search and by industry and stage',
  query: z.object({
    ...Narrowed,
    ...Paging,
  }),
  reply: z.array(MemberCard),
})

const narrowed = { q: typed, industry: text, stage: text }
export const memberNarrowing = listing(narrowed)
/** Eight rows of three cards. */
export const memberListing = listing(narrowed, { limit: 24 })

/** At most so many are offered while a name is being typed. */
const MOST_FOUND = 20

/** Somebody whose name could be meant. Since when they are a member tells namesakes apart who say nothing else about themselves. */
const FoundMember = MemberCard.extend({ created_at: When })

export const findMembers = endpoint('GET', '/api/members/named', {
  summary:
    'Other members by a part of their name: first those whose name begins with it, then those with a word that does, then the rest',
  query: z.object({ q: Narrowed.q.unwrap(), limit: Limit(MOST_FOUND).prefault(6) }),
  reply: z.array(FoundMember),
})

const Choices = z.array(z.object({ value: z.string(), count: z.int() }))

export const countMembers = endpoint('GET', '/api/members/counts', {
  summary: 'How many members match and how many there are; what can be filtered by, with how many each would leave',
  query: z.object(Narrowed),
  reply: z.object({
    matching: z.int(),
    listed: z.int(),
    /** Nothing matches exactly: these match with spelling slips forgiven. */
    is_close: z.boolean(),
    industries: Choices,
    stages: Choices,
  }),
})
export type MemberCounts = z.infer<typeof countMembers.reply>

export const getMember = endpoint('GET', '/api/members/:id', {
  summary: 'One member',
  params: ById,
  reply: Member,
})
