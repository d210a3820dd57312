import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { nameFields } from '../../contract/profile-fields.ts'
import { Reasons } from './shared/reasons.ts'

export { type ReasonKind, Reasons, reasonTexts } from './shared/reasons.ts'

export const PersonForMe = z.object({
  ...nameFields,
  title: z.string().nullable(),
  company_name: z.string(),
  /** Absent if the member hides it. */
  email: z.string().optional(),
  reasons: Reasons,
})
export type PersonForMe = z.infer<typeof PersonForMe>

export const listPeopleForMe = endpoint('GET', '/api/people-for-me', {
  summary: 'At most three members who could be of interest to me, with the reasons; others each day',
  reply: z.array(PersonForMe),
})

export const MAX_TO_MEET = 5
export const listPeopleToMeet = endpoint('GET', '/api/people-to-meet', {
  summary: 'At most five members for a new member to meet, with the reasons; the same ones every day',
  reply: z.array(PersonForMe),
})

export const getReasons = endpoint('GET', '/api/members/:id/reasons', {
  summary: 'Why this member may be of interest to me; nothing for my own page',
  params: ById,
  reply: Reasons,
})

const Refused = z.object({ is_refused: z.boolean() })
export const refuseMember = endpoint('PUT', '/api/members/:id/not-for-me', {
  summary: 'Do not suggest this member to me again. They are not told',
  params: ById,
  reply: Refused,
})
export const takeBackRefusal = endpoint('DELETE', '/api/members/:id/not-for-me', {
  summary: 'This member may be suggested to me again',
  params: ById,
  reply: Refused,
})
export const listRefused = endpoint('GET', '/api/not-for-me', {
  summary: 'The members who are not to be suggested to me again, by name',
  reply: z.array(z.object(nameFields)),
})

const MatchSettings = z.object({ is_suggested: z.boolean() })
export const getMatchSettings = endpoint('GET', '/api/match-settings', {
  summary: 'Whether I may be suggested to other members',
  reply: MatchSettings,
})
export const saveMatchSettings = endpoint('PUT', '/api/match-settings', {
  summary: 'Choose whether I may be suggested to other members, from the next day on. Nobody learns it',
  body: MatchSettings,
  reply: MatchSettings,
})
