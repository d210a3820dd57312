import { anyone, beforeSecondFactor, members, type RouteLaw, type TableLaw } from '../../tests/law/law.ts'
import { type Member, PASSWORD } from '../../tests/test-server.ts'

const enrolled = async (member: Member) =>
  ((await member.asks('POST', '/api/auth/factors', { factor_type: 'totp' })).json as { id: string }).id
const email = () => `${Math.random().toString(36).slice(2)}@example.com`

// A session that still owes the second factor may only give the factor or sign out.
export const routes: RouteLaw[] = [
  {
    route: 'POST /api/auth/sign-up',
    ...anyone(201),
    make: async () => ({
      path: '/api/auth/sign-up',
      body: { email: email(), password: PASSWORD, options: { data: { username: 'New' } } },
    }),
  },
  {
    route: 'POST /api/auth/sign-in',
    ...anyone(200),
    make: async ({ owner }) => ({ path: '/api/auth/sign-in', body: { email: owner.email, password: PASSWORD } }),
  },
  { route: 'GET /api/auth/session', ...anyone(200) },
  { route: 'POST /api/auth/sign-out', ...beforeSecondFactor(204) },
  { route: 'POST /api/auth/sign-out-everywhere', ...members(204) },
  {
    route: 'POST /api/auth/forgot-password',
    ...anyone(204),
    make: async ({ owner }) => ({ path: '/api/auth/forgot-password', body: { email: owner.email } }),
  },
  {
    route: 'POST /api/auth/reset-password',
    ...anyone(400),
    make: async () => ({ path: '/api/auth/reset-password', body: { token: 'guessed', password: PASSWORD } }),
  },
  {
    route: 'POST /api/auth/check-link',
    ...anyone(200),
    make: async () => ({ path: '/api/auth/check-link', body: { purpose: 'reset-password', token: 'guessed' } }),
  },
  // 409: this test server does not require confirmed addresses, so there is no mail to send.
  { route: 'POST /api/auth/confirmation-mail', ...members(409) },
  {
    route: 'POST /api/auth/confirm-address',
    ...members(400),
    make: async () => ({ path: '/api/auth/confirm-address', body: { token: 'guessed' } }),
  },
  { route: 'GET /api/auth/factors', ...members(200) },
  {
    route: 'POST /api/auth/factors',
    ...members(201),
    make: async () => ({ path: '/api/auth/factors', body: { factor_type: 'totp' } }),
  },
  {
    route: 'POST /api/auth/factors/:id/challenge',
    ...beforeSecondFactor(201, 404),
    make: async ({ owner }) => ({ path: `/api/auth/factors/${await enrolled(owner)}/challenge`, body: {} }),
  },
  {
    // A wrong code is refused with 400 for everyone.
    route: 'POST /api/auth/factors/:id/verify',
    ...beforeSecondFactor(400),
    make: async ({ owner }) => {
      const id = await enrolled(owner)
      const { id: challenge_id } = (await owner.asks('POST', `/api/auth/factors/${id}/challenge`, {})).json as {
        id: string
      }
      return { path: `/api/auth/factors/${id}/verify`, body: { code: '000000', challenge_id } }
    },
  },
  {
    route: 'DELETE /api/auth/factors/:id',
    ...members(204, 404),
    make: async ({ owner }) => ({ path: `/api/auth/factors/${await enrolled(owner)}` }),
  },
  {
    route: 'POST /api/auth/recovery',
    ...beforeSecondFactor(400),
    make: async () => ({ path: '/api/auth/recovery', body: { code: 'guess-guess' } }),
  },
  { route: 'POST /api/auth/recovery-codes', ...members(409) },
  {
    route: 'POST /api/auth/prove',
    ...members(200),
    make: async () => ({ path: '/api/auth/prove', body: { password: PASSWORD } }),
  },
  { route: 'POST /api/auth/token', ...members(200) },
  { route: 'GET /.well-known/jwks.json', ...anyone(200) },
]

export const tables: TableLaw = {
  factors: { server: 'siud', member: '-', visitor: '-' },
  factor_challenges: { server: 'siud', member: '-', visitor: '-' },
  recovery_codes: { server: 'siud', member: '-', visitor: '-' },
  remembered_devices: { server: 'siud', member: '-', visitor: '-' },
  signing_keys: { server: 'siud', member: '-', visitor: '-' },
}
