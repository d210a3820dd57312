import { z } from 'zod'
import { Email } from '../../contract/account.ts'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Lines } from '../../contract/text.ts'
import { When } from '../../contract/when.ts'
import { answers, closedWords, MAX_NOTE, moves, reports, states, stepKinds } from './shared/labels.ts'

export { afterAcceptance } from './shared/acceptance.ts'
export {
  type Answer,
  type ClosedWord,
  chosenStates,
  closedForRequester,
  closedSentences,
  liveStates,
  MAX_NOTE,
  type Move,
  type Report,
  reportLabels,
  type State,
  type StepKind,
} from './shared/labels.ts'

/** `id` is that of the profile; null: a former member. */
export const Person = z.object({
  id: z.int().nullable(),
  full_name: z.string(),
  profile_picture: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/**
 * Only in state 'agreed'. For a target who is a member: the requester and the target see each other's address, the introducer only the names.
 * For a target outside, the introducer sees the requester's address to connect them. `target` is null unless they answered by the link in
 * our mail; then the requester and the introducer see their address.
 */
export const Contacts = z.object({
  requester: Person.extend({ email: z.string().nullable() }),
  target: Person.extend({ email: z.string().nullable() }).nullable(),
})
export type Contacts = z.infer<typeof Contacts>

const Step = z.object({
  id: z.uuid(),
  kind: z.enum(stepKinds),
  /** Of a member, or of a target outside who answered by the link. Empty: happened by itself, or by a member who has left. */
  user_name: z.string(),
  created_at: When,
})

export const Offer = z.object({
  id: z.uuid(),
  introducer: Person,
  /** A private note to the requester. Empty: none. */
  note: z.string(),
  state: z.enum(states),
  /** Why it ended; null unless the state is 'closed'. */
  closed_word: z.enum(closedWords).nullable(),
  is_mine: z.boolean(),
  /** What I can do with it now. */
  can: z.array(z.enum([...moves, 'report'])),
  created_at: When,
  changed_at: When,
  /** When it was accepted. 21 days later it ends, unless the target says yes. */
  asked_at: When.nullable(),
  /** The oldest first. */
  steps: z.array(Step),
  contacts: Contacts.nullable(),
})
export type Offer = z.infer<typeof Offer>

/** To the target of a request, who is a member: whether they want to be introduced. */
export const Question = z.object({
  offer_id: z.uuid(),
  request_id: z.int(),
  request_title: z.string(),
  context: z.string(),
  requester: Person,
  introducer: Person,
  state: z.enum(['asked', 'agreed']),
  /** Mine, which nobody else sees. */
  answer: z.enum(answers).nullable(),
  asked_at: When,
  contacts: Contacts.nullable(),
})
export type Question = z.infer<typeof Question>

export const Offers = z.object({
  /** To the requester all of them, to others their own; the newest first. */
  offers: z.array(Offer),
  can_offer: z.boolean(),
  /** If I am the target and was asked. */
  asked: Question.nullable(),
  /** The address that the other one sees once both have said yes. Only sent to the requester and to a target who was asked. */
  my_address: z.string().nullable(),
  /**
   * To the introducer of an accepted offer for a target outside: when they had us write to the target, the latest first. Null to
   * everybody else, and if this community sends no mails.
   */
  outside: z.object({ written: z.array(When) }).nullable(),
})
export type Offers = z.infer<typeof Offers>

const ByOffer = z.object({ id: z.uuid() })

export const getOffers = endpoint('GET', '/api/introduction-requests/:id/offers', {
  summary:
    'The offers to make an introduction: to the requester all, to others their own, and the question to me as the target',
  params: ById,
  reply: Offers,
})

export const makeOffer = endpoint('POST', '/api/introduction-requests/:id/offers', {
  summary: 'Offer to make the introduction. Only the requester learns of it',
  params: ById,
  body: z.object({ note: Lines(MAX_NOTE).default('') }),
  reply: Offers,
  status: 201,
})

export const moveOffer = endpoint('POST', '/api/offers/:id/move', {
  summary:
    'Accept an offer (the requester; a target who is a member is then asked), withdraw it (the offerer), or end the accepted one (the requester)',
  params: ByOffer,
  body: z.object({ to: z.enum(moves) }),
  reply: Offers,
})

export const reportAnswer = endpoint('POST', '/api/offers/:id/report', {
  summary: 'Report what a target outside of the community answered; only the introducer of the accepted offer',
  params: ByOffer,
  body: z.object({ answer: z.enum(reports) }),
  reply: Offers,
})

export const writeToTarget = endpoint('POST', '/api/offers/:id/mail', {
  summary:
    'Have us write to a target outside of the community; only the introducer of the accepted offer. The same answer whether or not the address accepts such mails',
  params: ByOffer,
  body: z.object({ email: Email }),
  reply: Offers,
})

export const answerOffer = endpoint('POST', '/api/offers/:id/answer', {
  summary: "Answer as the target. 'yes' shares the addresses; 'not_now' is told to nobody, and can be changed to 'yes'",
  params: ByOffer,
  body: z.object({ answer: z.enum(answers) }),
  reply: Offers,
})

export const listAskedIntroductions = endpoint('GET', '/api/asked-introductions', {
  summary: 'The introductions that I am asked about as the target, and that are still open; the newest first',
  reply: z.array(Question),
})
