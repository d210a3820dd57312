import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Id, idIn, Limit } from '../../contract/ids.ts'
import { is, listing, oneOf, typed } from '../../contract/listing.ts'
import { Mentioned, Mentions } from '../../contract/mentions.ts'
import { Paging } from '../../contract/paging.ts'
import { nameFields } from '../../contract/profile-fields.ts'
import { Line, Lines, Search } from '../../contract/text.ts'
import { SeenVersion } from '../../contract/versions.ts'
import { When } from '../../contract/when.ts'

/** In menu order. The first is the default. */
export const categories = [
  'General',
  'Fundraising',
  'Product',
  'Marketing',
  'Tech',
  'Hiring',
  'Legal',
  'Growth',
] as const
export type Category = (typeof categories)[number]
export const DEFAULT_CATEGORY: Category = categories[0]

export const MAX_TITLE = 200
export const MAX_TEXT = 20_000
/** New replies are counted up to this. */
export const MAX_UNSEEN = 100

const Author = z.object(nameFields)
export type Author = z.infer<typeof Author>

export const Topic = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  /** The first tag. */
  category: z.enum(categories),
  /** Null for anonymous topics and for topics of the community itself. */
  user_id: z.int().nullable(),
  author: Author.nullable(),
  is_anonymous: z.boolean(),
  is_pinned: z.boolean(),
  is_edited: z.boolean(),
  comments_count: z.int(),
  likes_count: z.int(),
  /** By me. */
  is_liked: z.boolean(),
  created_at: When,
  updated_at: When,
  version: z.int(),
  can_edit: z.boolean(),
  can_pin: z.boolean(),
  /** Written by me, anonymously or not. Other members always get false. */
  is_mine: z.boolean(),
  /** When the latest reply was written, or else the topic. */
  active_at: When,
  /** Replies of others since my last visit. Null if there are none, or if I was never here. */
  unseen: z.object({ count: z.int(), first_reply_id: z.int() }).nullable(),
  mentions: Mentioned,
})
export type Topic = z.infer<typeof Topic>

export const Comment = z.object({
  id: z.int(),
  post_id: z.int(),
  parent_comment_id: z.int().nullable(),
  content: z.string(),
  user_id: z.int().nullable(),
  author: Author.nullable(),
  is_anonymous: z.boolean(),
  is_edited: z.boolean(),
  likes_count: z.int(),
  created_at: When,
  updated_at: When,
  version: z.int(),
  can_edit: z.boolean(),
  /** Written by me, anonymously or not. Other members always get false. */
  is_mine: z.boolean(),
  mentions: Mentioned,
})
export type Comment = z.infer<typeof Comment>

const MISSING = 'Please fill in all required fields.'
const title = Line(MAX_TITLE, MISSING).min(1, MISSING)
const content = Lines(MAX_TEXT, MISSING).min(1, MISSING)
const MISSING_REPLY = 'Please enter a reply.'
const reply = Lines(MAX_TEXT, MISSING_REPLY).min(1, MISSING_REPLY)
const tags = z.array(z.enum(categories)).max(categories.length)

// Redundant fields that clients send: a value that differs from the session or the path is refused.
const mine = { user_id: z.int().optional() }
const named = { ...mine, id: z.int().optional() }

const limit = Limit().optional()

export const topicSorts = ['newest', 'active'] as const

export const listTopics = endpoint('GET', '/api/posts', {
  offline: true,
  summary: 'Topics, newest first, or the one with the latest reply first',
  query: z.object({
    q: Search,
    category: z.enum(categories).optional(),
    pinned: z.enum(['true']).optional(),
    sort: z.enum(topicSorts).default('newest'),
    ...Paging,
  }),
  reply: z.array(Topic),
})

export const topicListing = listing(
  { q: typed, category: oneOf(categories), pinned: is('tab', 'pinned'), sort: oneOf(topicSorts) },
  { limit: 20 },
)

export const getTopic = endpoint('GET', '/api/posts/:id', {
  offline: true,
  summary: 'One topic',
  params: ById,
  reply: Topic,
})

export const createTopic = endpoint('POST', '/api/posts', {
  summary: 'Start a topic',
  body: z.object({
    ...mine,
    title,
    content,
    tags: tags.optional(),
    is_anonymous: z.boolean().optional(),
    mentions: Mentions,
  }),
  reply: Topic,
  status: 201,
})

export const updateTopic = endpoint('PATCH', '/api/posts/:id', {
  summary: 'Edit my topic. If the sent version is outdated, the reply is 409',
  params: ById,
  body: z.object({
    ...named,
    ...SeenVersion,
    title: title.optional(),
    content: content.optional(),
    tags: tags.optional(),
    mentions: Mentions,
    /** Ignored: the database sets it. */
    updated_at: z.string().optional(),
  }),
  reply: Topic,
})

export const deleteTopic = endpoint('DELETE', '/api/posts/:id', { summary: 'Delete my topic', params: ById })

export const pinTopic = endpoint('PUT', '/api/posts/:id/pin', { summary: 'Pin my topic', params: ById, reply: Topic })
export const unpinTopic = endpoint('DELETE', '/api/posts/:id/pin', {
  summary: 'Unpin my topic',
  params: ById,
  reply: Topic,
})

export const likeTopic = endpoint('PUT', '/api/posts/:id/like', { summary: 'Like a topic', params: ById, reply: Topic })
export const unlikeTopic = endpoint('DELETE', '/api/posts/:id/like', {
  summary: 'Remove my like',
  params: ById,
  reply: Topic,
})

export const visitTopic = endpoint('PUT', '/api/posts/:id/visit', {
  summary: 'Note the newest reply that I have seen; an older one than noted changes nothing',
  unconfirmed: 'allowed',
  params: ById,
  body: z.object({ last_reply_id: z.int().min(0) }),
  reply: z.object({ last_reply_id: z.int() }),
})

const Followed = z.object({ is_followed: z.boolean() })
export const getFollow = endpoint('GET', '/api/posts/:id/follow', {
  summary: 'Whether replies to a topic notify me',
  params: ById,
  reply: Followed,
})
export const followTopic = endpoint('PUT', '/api/posts/:id/follow', {
  summary: 'Be notified of replies to a topic',
  params: ById,
  reply: Followed,
})
export const unfollowTopic = endpoint('DELETE', '/api/posts/:id/follow', {
  summary: 'Not be notified of replies to a topic any more',
  params: ById,
  reply: Followed,
})

export const listReplies = endpoint('GET', '/api/posts/:id/comments', {
  offline: true,
  summary: 'Replies to a topic, oldest first; with `before` or `newest` the last ones, with `around` those beside one',
  params: ById,
  query: z.object({
    limit,
    /** Only those after the reply with this id. */
    after: Id.optional(),
    /** The last `limit` replies before this id. */
    before: Id.optional(),
    /** The last `limit` replies. */
    newest: z.enum(['true']).optional(),
    /** This reply with up to `REPLIES_ABOVE` before it, and those after it. */
    around: Id.optional(),
  }),
  reply: z.array(Comment),
})

export const REPLIES_A_PAGE = 20
/** How many replies are shown above the one that a link leads to. */
export const REPLIES_ABOVE = 5
export type ReplyListing = { id: number; limit: number; newest?: 'true'; around?: number }
/**
 * The query for the first page of replies, from the parameters of the URL: the oldest ones, the newest ones, or those around one. A URL
 * without a reply opens at the first new one, if there is one.
 */
export function replyListing(
  id: number,
  { replies, reply }: { replies?: string; reply?: string },
  firstNew?: number | null,
): ReplyListing {
  const first = { id, limit: REPLIES_A_PAGE }
  const around = reply ? idIn(reply) : (firstNew ?? 0)
  if (replies === 'newest') return { ...first, newest: 'true' }
  return around > 0 ? { ...first, around } : first
}

export const createReply = endpoint('POST', '/api/posts/:id/comments', {
  summary: 'Reply to a topic',
  params: ById,
  body: z.object({
    ...mine,
    post_id: z.int().optional(),
    content: reply,
    parent_comment_id: z.null().optional(),
    is_anonymous: z.boolean().optional(),
    mentions: Mentions,
    likes_count: z.literal(0).optional(),
  }),
  reply: Comment,
  status: 201,
})

export const updateReply = endpoint('PATCH', '/api/comments/:id', {
  summary: 'Edit my reply. If the sent version is outdated, the reply is 409',
  params: ById,
  body: z.object({ ...named, ...SeenVersion, content: reply, mentions: Mentions }),
  reply: Comment,
})

export const deleteReply = endpoint('DELETE', '/api/comments/:id', { summary: 'Delete my reply', params: ById })
