import { PASSWORD } from '../../tests/house.ts'
import type { RouteLaw, TableLaw } from '../../tests/law/law.ts'

const email = () => `${Math.random().toString(36).slice(2)}@example.com`

export const routes: RouteLaw[] = [
  {
    route: 'POST /api/auth/sign-up',
    visitor: 201,
    signed_out: 201,
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
    owner: 200,
    other: 200,
    make: async ({ owner }) => ({ path: '/api/auth/sign-in', body: { email: owner.email, password: PASSWORD } }),
  },
  { route: 'GET /api/auth/session', visitor: 200, signed_out: 200, owner: 200, other: 200 },
  { route: 'POST /api/auth/sign-out', visitor: 401, signed_out: 401, owner: 204, other: 204 },
  { route: 'POST /api/auth/sign-out-everywhere', visitor: 401, signed_out: 401, owner: 204, other: 204 },
  {
    route: 'POST /api/auth/forgot-password',
    visitor: 204,
    signed_out: 204,
    owner: 204,
    other: 204,
    make: async ({ owner }) => ({ path: '/api/auth/forgot-password', body: { email: owner.email } }),
  },
  {
    route: 'POST /api/auth/reset-password',
    visitor: 400,
    signed_out: 400,
    owner: 400,
    other: 400,
    make: async () => ({ path: '/api/auth/reset-password', body: { token: 'guessed', password: PASSWORD } }),
  },
]

export const tables: TableLaw = {}
