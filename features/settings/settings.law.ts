import { anyone, members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'
import { type Member, PASSWORD } from '../../tests/test-server.ts'

const sessionOf = async (member: Member) =>
  ((await member.asks('GET', '/api/account/sessions')).json as { id: string }[])[0]?.id ?? ''

export const routes: RouteLaw[] = [
  { route: 'GET /api/account/sessions', ...members(200) },
  {
    route: 'DELETE /api/account/sessions/:id',
    ...members(204, 404),
    make: async ({ owner }) => ({ path: `/api/account/sessions/${await sessionOf(owner)}` }),
  },
  {
    route: 'PUT /api/account/password',
    ...members(200),
    make: async () => ({ path: '/api/account/password', body: { password: 'another long passphrase' } }),
  },
  {
    route: 'POST /api/account/email',
    ...members(204),
    make: async () => ({ path: '/api/account/email', body: { email: 'new@example.com' } }),
  },
  {
    route: 'POST /api/account/email/confirm',
    ...anyone(400),
    make: async () => ({ path: '/api/account/email/confirm', body: { token: 'guessed' } }),
  },
  { route: 'GET /api/account/export', ...members(200) },
  {
    route: 'POST /api/account/delete',
    ...members(204),
    make: async () => ({ path: '/api/account/delete', body: { password: PASSWORD, content: 'remove' } }),
  },
]

export const tables: TableLaw = {}
