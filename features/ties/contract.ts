import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { nameFields } from '../../contract/profile-fields.ts'
import { When } from '../../contract/when.ts'
import { kinds, showings } from './shared/labels.ts'

export { kindLabels, kindLabelsOfOthers, kinds, showings, shownLabels } from './shared/labels.ts'

/** At most so many members are listed by name. */
export const MAX_NAMED = 50

export const InvestorTies = z.object({
  mine: z.object({ kind: z.enum(kinds), shown: z.enum(showings) }).nullable(),
  /** Other members who allow it. */
  named: z.array(z.object({ ...nameFields, kind: z.enum(kinds) })),
  /** There are more than those listed by name. */
  has_more_named: z.boolean(),
  /** Whether at least three others had a quiet tie last night. Never a number. */
  several_more: z.boolean(),
})
export type InvestorTies = z.infer<typeof InvestorTies>

export const getTies = endpoint('GET', '/api/investors/:id/ties', {
  summary: 'Who knows an investor: I, other members who allow to be named, and whether there are several more',
  params: ById,
  reply: InvestorTies,
})

export const setTie = endpoint('PUT', '/api/investors/:id/tie', {
  summary: 'Say how I know an investor. Only I see it, unless `shown` is "named"; without `shown` it stays as it was',
  params: ById,
  body: z.object({ kind: z.enum(kinds), shown: z.enum(showings).optional() }),
  reply: InvestorTies,
})

export const removeTie = endpoint('DELETE', '/api/investors/:id/tie', {
  summary: 'Take back that I know an investor',
  params: ById,
  reply: InvestorTies,
})

/** The same whether somebody was told or nobody. */
export const Ask = z.object({
  /** When I last asked about this request; null: not within the last week. */
  asked_at: When.nullable(),
  /** When I can ask about it again; null: now. */
  again_at: When.nullable(),
})
export type Ask = z.infer<typeof Ask>

export const getAsk = endpoint('GET', '/api/introduction-requests/:id/ask', {
  summary: 'Whether I can ask those who know the investor of my request',
  params: ById,
  reply: Ask,
})

export const askThoseWhoKnow = endpoint('POST', '/api/introduction-requests/:id/ask', {
  summary:
    'Ask the members who know the investor of my request. The answer does not tell whether there are any. At most three times a week, once per request and week',
  params: ById,
  reply: Ask,
  status: 201,
})
