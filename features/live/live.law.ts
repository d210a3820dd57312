import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  // A stream never ends by itself; ?probe=1 checks access and closes it.
  {
    route: 'GET /api/live',
    ...members(204),
    make: async () => ({ path: '/api/live?probe=1' }),
  },
]

export const tables: TableLaw = {
  live_changes: { server: 'sd', member: '-', visitor: '-' },
  live_streams: { server: 'siud', member: '-', visitor: '-' },
}
