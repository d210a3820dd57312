import { z } from 'zod'
import { ById, endpoint, SEARCH_READS } from '../../contract/endpoint.ts'
import { Limit } from '../../contract/ids.ts'
import { LinkedIn, MAX_LINK, Twitter, Website } from '../../contract/links.ts'
import { is, listing, oneOfOr, someOf, typed } from '../../contract/listing.ts'
import { Mentioned, Mentions } from '../../contract/mentions.ts'
import { Paging } from '../../contract/paging.ts'
import { Line, Lines, Search, Text } from '../../contract/text.ts'
import { SeenVersion } from '../../contract/versions.ts'
import { When } from '../../contract/when.ts'
import { CHECK_SIZES, FOCUS_AREAS, SORTS, STAGES } from './shared/options.ts'

/** Maximum lengths. */
export const limits = {
  name: 200,
  title: 200,
  firm: 200,
  email: 254,
  website: MAX_LINK,
  linkedin: MAX_LINK,
  twitter: MAX_LINK,
  description: 5000,
  notes: 5000,
  comment: 5000,
}
const Required = (max: number) => Line(max).min(1, 'Please fill in all required fields.')
const isEmail = (text: string) => text === '' || z.email().safeParse(text).success
/** Stored as '' instead of null. */
const orEmpty = (link: typeof Website) => link.transform(value => value ?? '')
const Tags = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.array(z.enum(options)).transform(tags => options.filter(option => tags.includes(option)) as T[number][])

/** The fields that members edit. */
const Fields = z.object({
  name: Required(limits.name),
  title: Line(limits.title),
  firm: Required(limits.firm),
  email: Text(limits.email).refine(isEmail, 'Please enter a valid email address.'),
  website: orEmpty(Website),
  linkedin: orEmpty(LinkedIn),
  twitter: orEmpty(Twitter),
  focus: Tags(FOCUS_AREAS),
  stage: Tags(STAGES),
  check_size: z.enum([...CHECK_SIZES, '']),
  description: Lines(limits.description),
  notes: Lines(limits.notes),
})

export const Investor = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string(),
  firm: z.string(),
  email: z.string(),
  website: z.string(),
  linkedin: z.string(),
  twitter: z.string(),
  focus: z.array(z.string()),
  stage: z.array(z.string()),
  check_size: z.string(),
  description: z.string(),
  notes: z.string(),
  /** The creator; null if not recorded. */
  user_id: z.uuid().nullable(),
  /** Average of the public ratings; null if there are none. */
  avg_rating: z.number().nullable(),
  rating_count: z.int(),
  /** Members who gave the public ratings: a member may give several. */
  rater_count: z.int(),
  /** Number of ratings with one star, two, … five. */
  rating_counts: z.array(z.int()).length(5),
  /** Public comments only. */
  comments_count: z.int(),
  created_at: When,
  updated_at: When,
  version: z.int(),
  /** True if I am the creator. Screens offer editing only to the creator; the policies also let everyone edit rows without a creator. */
  is_creator: z.boolean(),
})
export type Investor = z.infer<typeof Investor>

export const Comment = z.object({
  id: z.int(),
  investor_id: z.int(),
  /** Null: the author deleted their account. */
  user_id: z.int().nullable(),
  content: z.string(),
  rating: z.int().nullable(),
  is_private: z.boolean(),
  created_at: When,
  user: z.object({ full_name: z.string(), avatar_url: z.string().nullable() }),
  can_edit: z.boolean(),
  /** Only sent to the author: it would reveal changes made while the comment was private. */
  version: z.int().optional(),
  mentions: Mentioned,
})
export type Comment = z.infer<typeof Comment>

const several = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.union([z.enum(options), z.array(z.enum(options))]).transform(chosen => [chosen].flat())

const Narrowing = z.object({
  q: Search,
  stage: several(STAGES).optional(),
  focus: several(FOCUS_AREAS).optional(),
  top_rated: z.enum(['true', 'false']).optional(),
})
const Order = z.object({ sort: z.enum(SORTS).default('name') })

export const listInvestors = endpoint('GET', '/api/investors', {
  summary: 'Investors by name, or in another order; filtered by search, stages, focus areas and rating',
  query: Narrowing.extend({ ...Order.shape, ...Paging }),
  reply: z.array(Investor),
})

const narrowed = { q: typed, stage: someOf(STAGES), focus: someOf(FOCUS_AREAS), top_rated: is('tab', 'top') }
const sorted = { ...narrowed, sort: oneOfOr(SORTS, 'name') }
/** Reads the screen's URL parameters: ?q=climate&stage=Seed,Growth&tab=top&sort=newest. */
export const investorNarrowing = listing(narrowed)
export const investorOrder = listing(sorted)
export const investorListing = listing(sorted, { limit: 24 })
/** Page size of the comments. */
export const COMMENTS_PAGE = 50

export const countInvestors = endpoint('GET', '/api/investors/counts', {
  summary: 'Number of investors, in total and matching a search and filters',
  query: Narrowing,
  reply: z.object({ matching: z.int(), total: z.int() }),
})

const Named = z.object({ id: z.int(), name: z.string(), firm: z.string() })

export const similarInvestors = endpoint('GET', '/api/investors/similar', {
  reads: SEARCH_READS,
  summary: 'Investors with a similar name and firm (fuzzy match), to avoid duplicates',
  query: z.object({ name: Line(limits.name), firm: Line(limits.firm) }),
  reply: z.array(Named),
})

const MAX_SUGGESTIONS = 20

export const findInvestors = endpoint('GET', '/api/investors/named', {
  // Called at every letter that is typed.
  reads: 1,
  summary: 'Investors by name or firm, to pick one',
  query: z.object({ q: Search.unwrap(), limit: Limit(MAX_SUGGESTIONS).prefault(6) }),
  reply: z.array(Named.extend({ title: z.string() })),
})

export const getInvestor = endpoint('GET', '/api/investors/:id', {
  summary: 'One investor',
  params: ById,
  reply: Investor,
})

export const investorNeighbours = endpoint('GET', '/api/investors/:id/neighbours', {
  summary: 'The investors before and after this one in a list with these filters and this order',
  params: ById,
  query: Narrowing.extend(Order.shape),
  reply: z.object({ previous: Named.nullable(), next: Named.nullable() }),
})

/** Optional in calls; a value other than the session's user is refused. */
const Sender = { user_id: z.uuid().optional() }

export const addInvestor = endpoint('POST', '/api/investors', {
  summary: 'Add an investor',
  body: Fields.partial().extend({ name: Fields.shape.name, firm: Fields.shape.firm, ...Sender }),
  reply: Investor,
  status: 201,
})

export const updateInvestor = endpoint('PATCH', '/api/investors/:id', {
  summary: 'Change the sent fields of an investor. If the sent version is outdated, the reply is 409',
  params: ById,
  body: Fields.partial().extend({ ...SeenVersion, id: z.int().optional(), ...Sender }),
  reply: Investor,
})

export const deleteInvestor = endpoint('DELETE', '/api/investors/:id', {
  summary: 'Delete an investor with its comments',
  params: ById,
})

const Rating = z.int().min(1, 'A rating is 1 to 5.').max(5, 'A rating is 1 to 5.').nullable()
const Content = Lines(limits.comment).min(1, 'Please enter a comment.')

export const listComments = endpoint('GET', '/api/investors/:id/comments', {
  summary: 'The public comments on an investor and my own private ones, newest first',
  params: ById,
  query: z.object({ ...Paging, /** Only the one with this id. */ comment: ById.shape.id.optional() }),
  reply: z.array(Comment),
})

export const postComment = endpoint('POST', '/api/investors/:id/comments', {
  summary: 'Comment on an investor, with or without a rating, public or private',
  params: ById,
  body: z.object({
    content: Content,
    rating: Rating.optional(),
    is_private: z.boolean().optional(),
    mentions: Mentions,
    investor_id: z.int().optional(),
    user_id: z.int().optional(),
  }),
  reply: Comment,
  status: 201,
})

export const updateComment = endpoint('PATCH', '/api/investor-comments/:id', {
  summary:
    'Change the sent fields of my comment; a rating of null removes the rating. If the sent version is outdated, the reply is 409',
  params: ById,
  body: z.object({
    ...SeenVersion,
    id: z.int().optional(),
    content: Content.optional(),
    rating: Rating.optional(),
    is_private: z.boolean().optional(),
    mentions: Mentions,
  }),
  reply: Comment,
})

export const deleteComment = endpoint('DELETE', '/api/investor-comments/:id', {
  summary: 'Delete my comment',
  params: ById,
})
