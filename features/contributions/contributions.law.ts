import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  {
    route: 'GET /api/members/:id/contributions',
    ...members(200),
    make: async ({ owner }) => ({ path: `/api/members/${owner.profile_id}/contributions` }),
  },
  {
    route: 'GET /api/members/:id/contributions/counts',
    ...members(200),
    make: async ({ owner }) => ({ path: `/api/members/${owner.profile_id}/contributions/counts` }),
  },
]

export const tables: TableLaw = { contributions: { server: '-', member: 's', visitor: '-' } }
