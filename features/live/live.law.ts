import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  // A stream never ends by itself; asked only whether it may be opened, it says so and closes.
  {
    route: 'GET /api/live',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 204,
    other: 204,
    make: async () => ({ path: '/api/live?probe=1' }),
  },
]

export const tables: TableLaw = {
  live_changes: { server: 'sd', member: '-', visitor: '-' },
  live_streams: { server: 'siud', member: '-', visitor: '-' },
}
