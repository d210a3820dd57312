import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  { route: 'GET /api/search', ...members(200), make: async () => ({ path: '/api/search?q=ada' }) },
  {
    route: 'GET /api/search/recent',
    ...members(200),
    make: async () => ({ path: '/api/search/recent?hits=member-1' }),
  },
]

export const tables: TableLaw = {}
