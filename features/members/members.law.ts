import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  { route: 'GET /api/members', ...members(200) },
  { route: 'GET /api/members/counts', ...members(200) },
  {
    route: 'GET /api/members/named',
    ...members(200),
    make: async () => ({ path: '/api/members/named?q=ada' }),
  },
  {
    route: 'GET /api/members/:id',
    ...members(200),
    make: async ({ owner }) => ({ path: `/api/members/${owner.profile_id}` }),
  },
  { route: 'GET /api/profiles', ...members(200) },
]

export const tables: TableLaw = {
  members: { server: '-', member: 's', visitor: '-' },
}
