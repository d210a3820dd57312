import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'
import { type Member, PASSWORD } from '../../tests/test-server.ts'

const sessionOf = async (member: Member) =>
  ((await member.asks('GET', '/api/account/sessions')).json as { id: string }[])[0]?.id ?? ''

export const routes: RouteLaw[] = [
  { route: 'GET /api/account/sessions', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
  {
    route: 'DELETE /api/account/sessions/:id',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 204,
    other: 404,
    make: async ({ owner }) => ({ path: `/api/account/sessions/${await sessionOf(owner)}` }),
  },
  {
    route: 'PUT /api/account/password',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 200,
    other: 200,
    make: async () => ({ path: '/api/account/password', body: { password: 'another long passphrase' } }),
  },
  {
    route: 'POST /api/account/email',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 204,
    other: 204,
    make: async () => ({ path: '/api/account/email', body: { email: 'new@example.com' } }),
  },
  {
    route: 'POST /api/account/email/confirm',
    visitor: 400,
    signed_out: 400,
    half: 400,
    owner: 400,
    other: 400,
    make: async () => ({ path: '/api/account/email/confirm', body: { token: 'guessed' } }),
  },
  { route: 'GET /api/account/export', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
  {
    route: 'POST /api/account/delete',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 204,
    other: 204,
    make: async () => ({ path: '/api/account/delete', body: { password: PASSWORD, content: 'remove' } }),
  },
]

export const tables: TableLaw = { email_changes: { server: 'siud', member: '-', visitor: '-' } }
