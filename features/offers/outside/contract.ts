import { z } from 'zod'
import { endpoint } from '../../../contract/endpoint.ts'

/** The page and the calls of a target outside of the community, who has no account: the token of the mail is all they need. */

const Token = z.string().max(100)

export const Question = z.object({
  /** Names may be empty. */
  requester: z.string(),
  company: z.string(),
  introducer: z.string(),
  /** The blurb, or what the request is about. */
  words: z.string(),
  /** The address that a yes shares. */
  address: z.string(),
})
export type Question = z.infer<typeof Question>

const outsideAnswers = ['yes', 'no'] as const
export type OutsideAnswer = (typeof outsideAnswers)[number]

export const describeOutsideQuestion = endpoint('POST', '/api/outside-question/check', {
  summary: "What a mail's link asks; does not act",
  access: 'anyone',
  body: z.object({ token: Token }),
  reply: z.object({
    /** Null: unknown, expired, answered, or the introduction is no longer offered. */
    question: Question.nullable(),
    /** Whether the link can still be used for 'never write to me again'. */
    can_block: z.boolean(),
    /** What was answered by this link; null: nothing, or the link has expired. */
    answered: z.enum(outsideAnswers).nullable(),
  }),
})

export const answerOutsideQuestion = endpoint('POST', '/api/outside-question', {
  summary: "Answer as a target outside of the community, with the token of the mail. 'yes' shares the addresses",
  access: 'anyone',
  body: z.object({ token: Token, answer: z.enum(outsideAnswers) }),
  reply: z.object({ answer: z.enum(outsideAnswers) }),
})

/**
 * Also the address in the header List-Unsubscribe: mail providers send a form (RFC 8058), the page sends JSON. The body is not needed.
 * Opening the address shows the page.
 */
export const neverWriteAgain = endpoint('POST', '/introduction', {
  summary: 'Never write again to the address of this mail. Nobody is told',
  access: 'anyone',
  query: z.object({ token: Token }),
  takes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
})
