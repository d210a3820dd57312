import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'
import { createIntroductionRequest } from '../introductions/contract.ts'

/** A request of the owner, who asks the other member. */
async function withAsk({ owner, other }: TestMembers) {
  const { id } = await owner.does(createIntroductionRequest, {
    request_title: 'Meet a seed investor',
    context: 'We raise our first round.',
    your_company: 'Lakeline',
    ask_profile_ids: [other.profile_id ?? 0],
  })
  return { path: `/api/introduction-requests/${id}/asked-members` }
}

export const routes: RouteLaw[] = [
  { route: 'GET /api/introduction-suggestions', ...members(200) },
  // Not even those who were asked.
  { route: 'GET /api/introduction-requests/:id/asked-members', ...members(200, 404), make: withAsk },
]

export const tables: TableLaw = {
  introduction_asks: { server: '-', member: 'si', visitor: '-' },
}
