import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

const Token = z.string().max(100)

export const Question = z.object({
  heading: z.string(),
  sentences: z.array(z.string()),
  /** What somebody wrote to the member about it. */
  words: z.string().nullable(),
  answers: z.array(z.object({ answer: z.string(), label: z.string() })),
  note: z.string().nullable(),
  /** Who got the mail, and answers. `id` is that of the profile. */
  member: z.object({ id: z.int(), full_name: z.string() }),
  /** Where the question is in the app. */
  path: z.string(),
  /** The label of a link to it, for what only the app offers. */
  app_link: z.string().nullable(),
})
export type Question = z.infer<typeof Question>

export const checkAnswerLink = endpoint('POST', '/api/answers/check', {
  summary:
    "The question of a mail's link; does not act. Null if the link is unknown, used or expired, or the question no longer open",
  access: 'anyone',
  body: z.object({ token: Token }),
  reply: z.object({
    question: Question.nullable(),
    /** Why there is no question, if more can be said than that the link does not work any more. */
    ended: z.string().nullable(),
  }),
})

export const answerByLink = endpoint('POST', '/api/answers', {
  summary: "Answer the question of a mail's link, as the member who got the mail and without a session. Works once",
  access: 'anyone',
  body: z.object({ token: Token, answer: z.string().max(50) }),
  /** `text` is what follows. */
  reply: z.object({ text: z.string(), path: z.string() }),
})
