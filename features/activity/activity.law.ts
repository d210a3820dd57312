import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [{ route: 'GET /api/activity', ...members(200) }]

export const tables: TableLaw = { activity: { server: '-', member: 's', visitor: '-' } }
