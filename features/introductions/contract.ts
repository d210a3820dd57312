import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Id } from '../../contract/ids.ts'
import { is, listing, oneOf, oneOfOr, typed } from '../../contract/listing.ts'
import { Mentioned, Mentions } from '../../contract/mentions.ts'
import { Paging } from '../../contract/paging.ts'
import { Lines, Search } from '../../contract/text.ts'
import { SeenVersion } from '../../contract/versions.ts'
import { When } from '../../contract/when.ts'
import { MAX_SUGGESTED } from '../suggestions/contract.ts'
import { DEFAULT_URGENCY, shown, sorts, statuses, stillLookingAnswers, urgencies } from './shared/labels.ts'
import { asStored, type Field, limits, NO_BLURB, problemOf } from './shared/rules.ts'

export { statusLabels } from './shared/labels.ts'

const Who = {
  user_id: z.uuid(),
  user_name: z.string(),
  profile_id: z.int().nullable(),
  avatar_url: z.string().nullable(),
}

export const IntroductionRequest = z.object({
  id: z.int(),
  ...Who,
  request_title: z.string(),
  context: z.string(),
  your_company: z.string(),
  target_person: z.string().nullable(),
  /** The member or the investor who was picked as target; both null for a typed name. */
  target_profile_id: z.int().nullable(),
  target_investor_id: z.int().nullable(),
  /** Only sent to the requester. */
  target_email: z.string().nullable().optional(),
  /** Only sent to the requester, because a change of target_email increases it. */
  version: z.int().optional(),
  /** Offers to make the introduction that have not ended (features/offers). Only sent to the requester. */
  offers_count: z.int().optional(),
  urgency: z.enum(urgencies),
  status: z.enum(statuses),
  comments_count: z.int(),
  /** When the requester was asked 'Still looking?', until they answer. */
  quiet_since: When.nullable(),
  created_at: When,
  updated_at: When,
  can_edit: z.boolean(),
})
export type IntroductionRequest = z.infer<typeof IntroductionRequest>

export const IntroductionComment = z.object({
  id: z.int(),
  request_id: z.int(),
  ...Who,
  comment_text: z.string(),
  created_at: When,
  can_delete: z.boolean(),
  mentions: Mentioned,
})
export type IntroductionComment = z.infer<typeof IntroductionComment>

const StatusChange = z.object({
  id: z.int(),
  /** Null for the first entry. */
  from_status: z.enum(statuses).nullable(),
  to_status: z.enum(statuses),
  /** Empty: a former member, or an automatic change. */
  user_name: z.string(),
  is_automatic: z.boolean(),
  created_at: When,
})

const text = (field: Field) =>
  z
    .string()
    .overwrite(asStored(field))
    .superRefine((value, context) => {
      const problem = problemOf(field, value)
      if (problem) context.addIssue(problem)
    })
const optional = (field: Field) => text(field).nullable().optional()
const Urgency = z.enum(urgencies, {
  error: ({ input }) => (input === '' ? problemOf('urgency', '') : 'Urgency is low, medium or high.'),
})
/** Redundant field that clients send. The session decides who the user is. */
const MyId = z.uuid().optional()

export const listIntroductionRequests = endpoint('GET', '/api/direct-introduction-requests', {
  offline: true,
  summary: 'Introduction requests, newest first unless sorted otherwise',
  query: z.object({
    q: Search,
    status: z.enum(statuses).optional(),
    mine: z.literal('true').optional(),
    /** 'unanswered': pending and without comments. 'help': open requests of others that I could help with. */
    show: z.enum(shown).optional(),
    sort: z.enum(sorts).default('newest'),
    ...Paging,
  }),
  reply: z.array(IntroductionRequest),
})

export const requestListing = listing(
  { q: typed, status: oneOf(statuses), mine: is('mine', 'true'), show: oneOf(shown), sort: oneOfOr(sorts, 'newest') },
  { limit: 50 },
)

export const listOpenIntroductionRequests = endpoint('GET', '/api/open-introduction-requests', {
  summary:
    'The newest pending, in progress or approved requests for an investor or for a member. For a member: only mine, and those that name me',
  query: z.object({ investor: Id.optional(), member: Id.optional() }),
  reply: z.array(IntroductionRequest),
})

export const createIntroductionRequest = endpoint('POST', '/api/direct-introduction-requests', {
  summary: 'Ask for an introduction',
  body: z.object({
    request_title: text('request_title'),
    context: text('context'),
    your_company: text('your_company'),
    target_person: optional('target_person'),
    target_email: optional('target_email'),
    /** The member or the investor who was picked as target: at most one of them. */
    target_profile_id: Id.nullable().optional(),
    target_investor_id: Id.nullable().optional(),
    urgency: Urgency.default(DEFAULT_URGENCY),
    /** Members who are asked whether they can make the introduction. All members see the request in any case. */
    ask_profile_ids: z.array(Id).max(MAX_SUGGESTED, `You can ask at most ${MAX_SUGGESTED} members.`).optional(),
    user_id: MyId,
  }),
  reply: IntroductionRequest,
  status: 201,
})

export const getIntroductionRequest = endpoint('GET', '/api/introduction-requests/:id', {
  offline: true,
  summary: 'One introduction request',
  params: ById,
  reply: IntroductionRequest,
})

export const updateIntroductionRequest = endpoint('PATCH', '/api/introduction-requests/:id', {
  summary: 'Change the sent fields; only the requester. If the sent version is outdated, the reply is 409',
  params: ById,
  body: z.object({
    ...SeenVersion,
    id: Id.optional(),
    user_id: MyId,
    request_title: text('request_title').optional(),
    context: text('context').optional(),
    your_company: text('your_company').optional(),
    target_person: optional('target_person'),
    target_email: optional('target_email'),
    target_profile_id: Id.nullable().optional(),
    target_investor_id: Id.nullable().optional(),
    urgency: Urgency.optional(),
    status: z.enum(statuses).optional(),
  }),
  reply: IntroductionRequest,
})

export const deleteIntroductionRequest = endpoint('DELETE', '/api/introduction-requests/:id', {
  summary: 'Delete a request with its comments; only the requester',
  params: ById,
  reply: z.object({ id: z.int() }),
})

export const listStatusChanges = endpoint('GET', '/api/introduction-requests/:id/history', {
  offline: true,
  summary: 'Who set which status when, oldest first',
  params: ById,
  reply: z.array(StatusChange),
})

export const answerStillLooking = endpoint('POST', '/api/introduction-requests/:id/still-looking', {
  summary:
    "Answer 'Still looking?': yes, closed (the request is then declined) or done (completed); only the requester",
  params: ById,
  body: z.object({ answer: z.enum(stillLookingAnswers) }),
  reply: IntroductionRequest,
})

export const Blurb = z.object({
  /** Of the request. */
  id: z.int(),
  /** Null: there is none, or I may not read it. */
  text: z.string().nullable(),
  can_edit: z.boolean(),
  /** Only sent to the requester; 0 while there is no text. */
  version: z.int().optional(),
})
export type Blurb = z.infer<typeof Blurb>

export const getBlurb = endpoint('GET', '/api/introduction-requests/:id/blurb', {
  summary: 'The text that can be forwarded to the target',
  params: ById,
  reply: Blurb,
})

export const saveBlurb = endpoint('PUT', '/api/introduction-requests/:id/blurb', {
  summary:
    'Keep a text that can be forwarded to the target; only the requester. If the sent version is outdated, the reply is 409',
  params: ById,
  body: z.object({ ...SeenVersion, text: Lines(limits.blurb).min(1, NO_BLURB) }),
  reply: Blurb,
})

const OfRequest = z.object({ requestId: Id })

export const listIntroductionComments = endpoint('GET', '/api/introduction-comments/:requestId', {
  offline: true,
  summary: 'The comments on a request, newest first',
  params: OfRequest,
  query: z.object(Paging),
  reply: z.array(IntroductionComment),
})

export const addIntroductionComment = endpoint('POST', '/api/introduction-requests/:requestId/comments', {
  summary: 'Comment on a request',
  params: OfRequest,
  body: z.object({
    comment_text: Lines(limits.comment_text).min(1, 'Please enter a comment.'),
    mentions: Mentions,
    user_id: MyId,
  }),
  reply: IntroductionComment,
  status: 201,
})

export const deleteIntroductionComment = endpoint(
  'DELETE',
  '/api/introduction-requests/:requestId/comments/:commentId',
  {
    summary: 'Delete a comment; its author or the requester',
    params: OfRequest.extend({ commentId: Id }),
  },
)
