import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [
  { route: 'GET /api/profile', visitor: 401, signed_out: 401, owner: 200, other: 200 },
  { route: 'POST /api/profile', visitor: 401, signed_out: 401, owner: 201, other: 201 },
]

export const tables: TableLaw = {
  profiles: { server: 'si', member: 'siu', visitor: '-' },
  profile_contacts: { server: 'i', member: 'siu', visitor: '-' },
}
