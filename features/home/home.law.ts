import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  { route: 'GET /api/home', ...members(200) },
  { route: 'GET /api/home/for-me', ...members(200) },
  { route: 'GET /api/visits', ...members(200) },
  { route: 'POST /api/visits', ...members(204), make: async () => ({ path: '/api/visits', body: {} }) },
  {
    route: 'POST /api/visits/complete',
    ...members(204),
    make: async () => ({ path: '/api/visits/complete', body: {} }),
  },
  {
    route: 'POST /api/visits/welcome',
    ...members(204),
    make: async () => ({ path: '/api/visits/welcome', body: { welcome: 'asked' } }),
  },
]

export const tables: TableLaw = { member_visits: { server: '-', member: 'siu', visitor: '-' } }
