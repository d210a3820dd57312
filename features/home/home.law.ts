import { members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'

export const routes: RouteLaw[] = [{ route: 'GET /api/home', ...members(200) }]

export const tables: TableLaw = {}
