import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'

const ofOwner =
  (what: string) =>
  async ({ owner }: TestMembers) => ({ path: `/api/members/${owner.profile_id}/${what}` })

export const routes: RouteLaw[] = [
  { route: 'GET /api/people-for-me', ...members(200) },
  { route: 'GET /api/people-to-meet', ...members(200) },
  { route: 'GET /api/members/:id/reasons', ...members(200), make: ofOwner('reasons') },
  { route: 'PUT /api/members/:id/not-for-me', ...members(200), make: ofOwner('not-for-me') },
  { route: 'DELETE /api/members/:id/not-for-me', ...members(200), make: ofOwner('not-for-me') },
  { route: 'GET /api/not-for-me', ...members(200) },
  { route: 'GET /api/match-settings', ...members(200) },
  {
    route: 'PUT /api/match-settings',
    ...members(200),
    make: async () => ({ path: '/api/match-settings', body: { is_suggested: false } }),
  },
]

/** The orders are written by a job (keep_matches) and removed by a trigger. Only functions read the secret of the draws. */
export const tables: TableLaw = {
  match_refusals: { server: '-', member: 'sid', visitor: '-' },
  match_settings: { server: '-', member: 'siu', visitor: '-' },
  match_draws: { server: '-', member: '-', visitor: '-' },
  match_orders: { server: '-', member: 's', visitor: '-' },
}
