import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  { route: 'GET /api/activity', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
]

export const tables: TableLaw = { activity: { server: '-', member: 's', visitor: '-' } }
