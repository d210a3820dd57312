import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Lines } from '../../contract/text.ts'
import { SeenVersion } from '../../contract/versions.ts'
import { When } from '../../contract/when.ts'
import { Person } from '../offers/contract.ts'
import { answers, MAX_THANKS } from './shared/labels.ts'

export type { Person } from '../offers/contract.ts'
export {
  answerLabels,
  answers,
  MAX_LISTED,
  MAX_SHOWN_THANKS,
  MAX_THANKS,
  type OutcomeAnswer,
  whoLearns,
} from './shared/labels.ts'

/** Of the requester to the introducer. */
export const Thanks = z.object({
  offer_id: z.uuid(),
  request_id: z.int(),
  text: z.string(),
  /** All members read it; otherwise only the two. */
  is_public: z.boolean(),
  from: Person,
  to: Person,
  created_at: When,
  can_edit: z.boolean(),
  can_remove: z.boolean(),
})
export type Thanks = z.infer<typeof Thanks>

export const Outcome = z.object({
  /** If I was asked whether I met the other one. A person outside of the community has no id. */
  asked: z
    .object({
      offer_id: z.uuid(),
      other: Person,
      introducer: Person,
      /** Mine. Nobody else reads it; what follows from it is said before (whoLearns). */
      answer: z.enum(answers).nullable(),
      asked_at: When,
    })
    .nullable(),
  /** The latest one that I may read. */
  thanks: Thanks.nullable(),
  /** Of the thanks, to the requester; 0 to others. */
  version: z.int(),
  /** If I am the requester of an agreed introduction and have not thanked for it. */
  to_thank: z.object({ offer_id: z.uuid(), introducer: Person }).nullable(),
})
export type Outcome = z.infer<typeof Outcome>

const Introduction = z.object({
  offer_id: z.uuid(),
  request_id: z.int(),
  request_title: z.string(),
  agreed_at: When,
})

/** One that I made. */
export const Given = Introduction.extend({ requester: Person, target: Person, thanks: Thanks.nullable() })
export type Given = z.infer<typeof Given>
/** One in which I was introduced to the other one, as the requester or the target. */
export const Received = Introduction.extend({ introducer: Person, other: Person })
export type Received = z.infer<typeof Received>

export const MyIntroductions = z.object({
  /** The newest first, at most 100 each. */
  given: z.array(Given),
  received: z.array(Received),
  /** Whether others see on my page how many I made, and the public thanks. */
  is_shown: z.boolean(),
})
export type MyIntroductions = z.infer<typeof MyIntroductions>

const ByOffer = z.object({ id: z.uuid() })

export const getOutcome = endpoint('GET', '/api/introduction-requests/:id/outcome', {
  summary: 'What became of an introduction: the question to me whether we met, and the thanks that I may read',
  params: ById,
  reply: Outcome,
})

export const answerOutcome = endpoint('POST', '/api/offers/:id/outcome', {
  summary:
    'Answer whether we met, as the requester or the target; nobody else reads the answer, and it can be changed. When all who were asked say that they met, the request is completed, which all members see: with a target outside, at once',
  params: ByOffer,
  body: z.object({ answer: z.enum(answers) }),
  reply: Outcome,
})

export const saveThanks = endpoint('PUT', '/api/offers/:id/thanks', {
  summary:
    'Thank the introducer of an agreed offer, as the requester, or change the thanks. If the sent version is outdated, the reply is 409',
  params: ByOffer,
  body: z.object({
    text: Lines(MAX_THANKS, 'Please write a few words.').min(1, 'Please write a few words.'),
    is_public: z.boolean(),
    ...SeenVersion,
  }),
  reply: Outcome,
})

export const removeThanks = endpoint('DELETE', '/api/offers/:id/thanks', {
  summary: 'Remove a thanks: the requester who wrote it, or the introducer',
  params: ByOffer,
})

export const listMyIntroductions = endpoint('GET', '/api/my-introductions', {
  summary: 'The introductions that I made, and those in which I was introduced to somebody',
  reply: MyIntroductions,
})

export const showIntroductions = endpoint('PUT', '/api/my-introductions/visibility', {
  summary: 'Choose whether others see how many introductions I made, and the public thanks for them',
  body: z.object({ is_shown: z.boolean() }),
  reply: z.object({ is_shown: z.boolean() }),
})

export const getIntroductionsOf = endpoint('GET', '/api/members/:id/introductions', {
  summary:
    'How many introductions a member made, with the public thanks; null and empty unless they show it. Others get the number from three on, and later than the member',
  params: ById,
  reply: z.object({
    made: z.int().nullable(),
    /** The newest first, at most 20. */
    thanks: z.array(Thanks),
  }),
})
