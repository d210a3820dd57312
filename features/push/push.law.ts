import { randomUUID } from 'node:crypto'
import { anyone, members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'
import { newBrowser } from '../../tests/push-browser.ts'

export const routes: RouteLaw[] = [
  { route: 'GET /api/push', ...members(200) },
  {
    route: 'PUT /api/push',
    ...members(200),
    make: async () => ({ path: '/api/push', body: newBrowser().subscription }),
  },
  { route: 'DELETE /api/push', ...members(200) },
  {
    route: 'POST /api/push/check',
    ...anyone(200),
    make: async () => ({ path: '/api/push/check', body: { id: randomUUID() } }),
  },
]

export const tables: TableLaw = {
  push_keys: { server: 'si', member: '-', visitor: '-' },
  push_subscriptions: { server: 'siud', member: '-', visitor: '-' },
}
