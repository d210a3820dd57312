import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  { route: 'GET /api/members', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
  { route: 'GET /api/members/counts', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
  {
    route: 'GET /api/members/named',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 200,
    other: 200,
    make: async () => ({ path: '/api/members/named?q=ada' }),
  },
  {
    route: 'GET /api/members/:id',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 200,
    other: 200,
    make: async ({ owner }) => ({ path: `/api/members/${owner.profile_id}` }),
  },
  { route: 'GET /api/profiles', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
]

export const tables: TableLaw = {
  members: { server: '-', member: 's', visitor: '-' },
}
