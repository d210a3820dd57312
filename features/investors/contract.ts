import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { LinkedIn, Twitter, Website } from '../../contract/links.ts'
import { CHECK_SIZES, FOCUS_AREAS, SORTS, STAGES } from './shared/options.ts'

const When = z.iso.datetime({ offset: true })
// What is longer is not looked at any further: no pattern meets a text of any length.
const Text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Please use at most ${most} characters.`, abort: true })
const Needed = (most: number) => Text(most).min(1, 'Please fill in all required fields.')
const isEmail = (text: string) => text === '' || z.email().safeParse(text).success
/** Stored as '', where others store nothing. */
const orEmpty = (link: typeof Website) => link.transform(value => value ?? '')
const Tags = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.array(z.enum(options)).transform(tags => options.filter(option => tags.includes(option)) as T[number][])

/** What a member fills in. */
const Fields = z.object({
  name: Needed(200),
  title: Text(200),
  firm: Needed(200),
  email: Text(254).refine(isEmail, 'Please enter a valid email address.'),
  website: orEmpty(Website),
  linkedin: orEmpty(LinkedIn),
  twitter: orEmpty(Twitter),
  focus: Tags(FOCUS_AREAS),
  stage: Tags(STAGES),
  check_size: z.enum([...CHECK_SIZES, '']),
  description: Text(5000),
  notes: Text(5000),
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
  /** Who added it, null when that is not recorded. */
  user_id: z.uuid().nullable(),
  /** Of all public ratings; null without any. */
  avg_rating: z.number().nullable(),
  rating_count: z.int(),
  /** How many gave one star, two, … five. */
  rating_counts: z.array(z.int()).length(5),
  /** Public ones. */
  comments_count: z.int(),
  created_at: When,
  updated_at: When,
  /** I added it. The screen offers editing to the creator only, though the rules also let anyone edit what has no creator. */
  is_creator: z.boolean(),
})
export type Investor = z.infer<typeof Investor>

export const Comment = z.object({
  id: z.int(),
  investor_id: z.int(),
  /** Null: its writer has left. */
  user_id: z.int().nullable(),
  content: z.string(),
  rating: z.int().nullable(),
  is_private: z.boolean(),
  created_at: When,
  user: z.object({ full_name: z.string(), avatar_url: z.string().nullable() }),
  can_edit: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

const several = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.union([z.enum(options), z.array(z.enum(options))]).transform(chosen => [chosen].flat())

const Narrowing = z.object({
  q: z.string().trim().max(200).optional(),
  stage: several(STAGES).optional(),
  focus: several(FOCUS_AREAS).optional(),
  top_rated: z.enum(['true', 'false']).optional(),
})
const Page = z.object({
  limit: z.coerce.number<number>().int().min(1).max(500).default(500),
  after: z.string().max(2000).optional(),
})
const Order = z.object({ sort: z.enum(SORTS).default('name') })

export const listInvestors = endpoint('GET', '/api/investors', {
  summary: 'Investors by name, or in another order; narrowed by search, stages, focus areas and rating',
  query: Narrowing.extend({ ...Order.shape, ...Page.shape }),
  reply: z.array(Investor),
})

export const countInvestors = endpoint('GET', '/api/investors/counts', {
  summary: 'How many investors there are, and how many a search and filters leave',
  query: Narrowing,
  reply: z.object({ matching: z.int(), total: z.int() }),
})

const Named = z.object({ id: z.int(), name: z.string(), firm: z.string() })

export const similarInvestors = endpoint('GET', '/api/investors/similar', {
  summary: 'Investors that may be the one somebody is about to add, spelling slips allowed for',
  query: z.object({ name: z.string().trim().max(200), firm: z.string().trim().max(200) }),
  reply: z.array(Named),
})

export const getInvestor = endpoint('GET', '/api/investors/:id', {
  summary: 'One investor',
  params: ById,
  reply: Investor,
})

export const investorNeighbours = endpoint('GET', '/api/investors/:id/neighbours', {
  summary: 'The investors before and after this one in a list narrowed and ordered like this',
  params: ById,
  query: Narrowing.extend(Order.shape),
  reply: z.object({ previous: Named.nullable(), next: Named.nullable() }),
})

/** Calls may carry who sends them; it must be the session's own user. */
const Sender = { user_id: z.uuid().optional() }

export const addInvestor = endpoint('POST', '/api/investors', {
  summary: 'Add an investor',
  body: Fields.partial().extend({ name: Fields.shape.name, firm: Fields.shape.firm, ...Sender }),
  reply: Investor,
  status: 201,
})

export const updateInvestor = endpoint('PATCH', '/api/investors/:id', {
  summary: 'Change an investor; what is left out stays',
  params: ById,
  body: Fields.partial().extend({ id: z.int().optional(), ...Sender }),
  reply: Investor,
})

export const deleteInvestor = endpoint('DELETE', '/api/investors/:id', {
  summary: 'Delete an investor with its comments',
  params: ById,
})

const Rating = z.int().min(1, 'A rating is 1 to 5.').max(5, 'A rating is 1 to 5.').nullable()
const Content = Text(5000).min(1, 'Please enter a comment.')

export const listComments = endpoint('GET', '/api/investors/:id/comments', {
  summary: 'The public comments on an investor and my own private ones, newest first',
  params: ById,
  query: Page,
  reply: z.array(Comment),
})

export const postComment = endpoint('POST', '/api/investors/:id/comments', {
  summary: 'Comment on an investor, with or without a rating, for all or for myself alone',
  params: ById,
  body: z.object({
    content: Content,
    rating: Rating.optional(),
    is_private: z.boolean().optional(),
    investor_id: z.int().optional(),
    user_id: z.int().optional(),
  }),
  reply: Comment,
  status: 201,
})

export const updateComment = endpoint('PATCH', '/api/investor-comments/:id', {
  summary: 'Change my comment; what is left out stays, a rating of null takes the rating away',
  params: ById,
  body: z.object({
    id: z.int().optional(),
    content: Content.optional(),
    rating: Rating.optional(),
    is_private: z.boolean().optional(),
  }),
  reply: Comment,
})

export const deleteComment = endpoint('DELETE', '/api/investor-comments/:id', {
  summary: 'Delete my comment',
  params: ById,
})
