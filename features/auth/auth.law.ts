import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'
import { type Member, PASSWORD } from '../../tests/test-server.ts'

const enrolled = async (member: Member) =>
  ((await member.asks('POST', '/api/auth/factors', { factor_type: 'totp' })).json as { id: string }).id
const email = () => `${Math.random().toString(36).slice(2)}@example.com`

// With the password alone, an account that has a second factor reaches the second factor and the way out.
export const routes: RouteLaw[] = [
  {
    route: 'POST /api/auth/sign-up',
    visitor: 201,
    signed_out: 201,
    half: 201,
    owner: 201,
    other: 201,
    make: async () => ({
      path: '/api/auth/sign-up',
      body: { email: email(), password: PASSWORD, options: { data: { username: 'New' } } },
    }),
  },
  {
    route: 'POST /api/auth/sign-in',
    visitor: 200,
    signed_out: 200,
    half: 200,
    owner: 200,
    other: 200,
    make: async ({ owner }) => ({ path: '/api/auth/sign-in', body: { email: owner.email, password: PASSWORD } }),
  },
  { route: 'GET /api/auth/session', visitor: 200, signed_out: 200, half: 200, owner: 200, other: 200 },
  { route: 'POST /api/auth/sign-out', visitor: 401, signed_out: 401, half: 204, owner: 204, other: 204 },
  { route: 'POST /api/auth/sign-out-everywhere', visitor: 401, signed_out: 401, half: 403, owner: 204, other: 204 },
  {
    route: 'POST /api/auth/forgot-password',
    visitor: 204,
    signed_out: 204,
    half: 204,
    owner: 204,
    other: 204,
    make: async ({ owner }) => ({ path: '/api/auth/forgot-password', body: { email: owner.email } }),
  },
  {
    route: 'POST /api/auth/reset-password',
    visitor: 400,
    signed_out: 400,
    half: 400,
    owner: 400,
    other: 400,
    make: async () => ({ path: '/api/auth/reset-password', body: { token: 'guessed', password: PASSWORD } }),
  },
  {
    route: 'POST /api/auth/check-link',
    visitor: 200,
    signed_out: 200,
    half: 200,
    owner: 200,
    other: 200,
    make: async () => ({ path: '/api/auth/check-link', body: { purpose: 'reset-password', token: 'guessed' } }),
  },
  // Where addresses are not confirmed, as here, there is nothing to send.
  { route: 'POST /api/auth/confirmation-mail', visitor: 401, signed_out: 401, half: 403, owner: 409, other: 409 },
  {
    route: 'POST /api/auth/confirm-address',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 400,
    other: 400,
    make: async () => ({ path: '/api/auth/confirm-address', body: { token: 'guessed' } }),
  },
  { route: 'GET /api/auth/factors', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
  {
    route: 'POST /api/auth/factors',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 201,
    other: 201,
    make: async () => ({ path: '/api/auth/factors', body: { factor_type: 'totp' } }),
  },
  {
    route: 'POST /api/auth/factors/:id/challenge',
    visitor: 401,
    signed_out: 401,
    half: 201,
    owner: 201,
    other: 404,
    make: async ({ owner }) => ({ path: `/api/auth/factors/${await enrolled(owner)}/challenge`, body: {} }),
  },
  {
    // Without a code of the owner's own authenticator nobody gets further than this.
    route: 'POST /api/auth/factors/:id/verify',
    visitor: 401,
    signed_out: 401,
    half: 400,
    owner: 400,
    other: 400,
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
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 204,
    other: 404,
    make: async ({ owner }) => ({ path: `/api/auth/factors/${await enrolled(owner)}` }),
  },
  {
    route: 'POST /api/auth/recovery',
    visitor: 401,
    signed_out: 401,
    half: 400,
    owner: 400,
    other: 400,
    make: async () => ({ path: '/api/auth/recovery', body: { code: 'guess-guess' } }),
  },
  { route: 'POST /api/auth/recovery-codes', visitor: 401, signed_out: 401, half: 403, owner: 409, other: 409 },
  {
    route: 'POST /api/auth/prove',
    visitor: 401,
    signed_out: 401,
    half: 403,
    owner: 200,
    other: 200,
    make: async () => ({ path: '/api/auth/prove', body: { password: PASSWORD } }),
  },
  { route: 'POST /api/auth/token', visitor: 401, signed_out: 401, half: 403, owner: 200, other: 200 },
  { route: 'GET /.well-known/jwks.json', visitor: 200, signed_out: 200, half: 200, owner: 200, other: 200 },
]

export const tables: TableLaw = {
  email_confirmations: { server: 'siud', member: '-', visitor: '-' },
  factors: { server: 'siud', member: '-', visitor: '-' },
  factor_challenges: { server: 'siud', member: '-', visitor: '-' },
  recovery_codes: { server: 'siud', member: '-', visitor: '-' },
  remembered_devices: { server: 'siud', member: '-', visitor: '-' },
  signing_keys: { server: 'siud', member: '-', visitor: '-' },
}
