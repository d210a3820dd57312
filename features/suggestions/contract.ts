import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { Id } from '../../contract/ids.ts'
import { nameFields } from '../../contract/profile-fields.ts'

/** So many members are suggested, and so many can be asked about a request (limit_introduction_asks in triggers.sql). */
export const MAX_SUGGESTED = 5

/** Why a member could make an introduction, besides what they can help with: the closest first (reason_points in rules.sql). */
const reasons = ['well', 'invested', 'company', 'met', 'pitched', 'commented', 'added', 'industry'] as const
export type Reason = (typeof reasons)[number]

export const Suggestion = z.object({
  ...nameFields,
  title: z.string().nullable(),
  company_name: z.string(),
  /** The closest first. */
  reasons: z.array(z.enum(reasons)),
  /** What the request looks for and this member can help with. */
  can_help_with: z.array(z.string()),
})
export type Suggestion = z.infer<typeof Suggestion>

export const listSuggestions = endpoint('GET', '/api/introduction-suggestions', {
  summary:
    'Members who could introduce me to an investor or a member, or to a person outside (neither), with the reasons. Follows only from what all members can see',
  query: z.object({ investor: Id.optional(), member: Id.optional() }),
  reply: z.array(Suggestion),
})

const AskedMember = z.object(nameFields)

export const listAskedMembers = endpoint('GET', '/api/introduction-requests/:id/asked-members', {
  summary: 'The members whom I asked by name about my request; only for the requester',
  params: ById,
  reply: z.array(AskedMember),
})
