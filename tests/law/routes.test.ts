import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, PASSWORD, startTestServer, type TestServer } from '../test-server.ts'
import { everyLaw } from './every-law.ts'
import type { RouteLaw } from './law.ts'

const { routes } = await everyLaw()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

test('every route of the server stands in the law, and the law names no other', { tags: ['API-05'] }, () => {
  const served = server.app.served.filter(route => !route.startsWith('HEAD '))
  const written = routes.map(law => law.route)
  expect(served.filter(route => !written.includes(route))).toEqual([])
  expect(written.filter(route => !served.includes(route))).toEqual([])
})

test('only pages, files and health checks answer HEAD', () => {
  expect(server.app.served.filter(route => route.startsWith('HEAD ')).sort()).toEqual([
    'HEAD /*',
    'HEAD /api/direct-events/:id/calendar.ics',
    'HEAD /api/files/:name',
    'HEAD /api/openapi.json',
    'HEAD /api/resource-files/:key/:name',
    'HEAD /healthz',
    'HEAD /readyz',
  ])
})

describe('every route answers each kind of caller as listed', () => {
  for (const law of routes) test(law.route, () => holds(law))
})

async function holds(law: RouteLaw): Promise<void> {
  const [verb = '', pattern = ''] = law.route.split(' ')
  const [owner, other, signedOut, protectedOwner] = [
    await server.member('Owner'),
    await server.member('Other'),
    await server.member('Signed Out'),
    await server.member('Protected'),
  ]
  await signedOut.tries('POST', '/api/auth/sign-out')
  const people = { visitor: server.visitor, signed_out: signedOut, other, owner }
  for (const relation of ['visitor', 'signed_out', 'needs_second_factor', 'other', 'owner'] as const) {
    const testMembers = { server, owner: relation === 'needs_second_factor' ? protectedOwner : owner, other }
    const attempt = law.make ? await law.make(testMembers) : { path: pattern }
    const person = relation === 'needs_second_factor' ? await withoutSecondFactor(protectedOwner) : people[relation]
    const answer = await person.asks(verb, attempt.path, attempt.body, attempt.headers)
    expect(`${relation} ${answer.status}`, `${law.route} ${answer.text.slice(0, 300)}`).toBe(
      `${relation} ${law[relation]}`,
    )
    if (verb === 'GET' && server.app.served.includes(`HEAD ${pattern}`))
      expect(await person.tries('HEAD', attempt.path), `${relation} HEAD`).toBe(law[relation])
    // Because of the missing factor, not because of the owner.
    if (relation === 'needs_second_factor' && law.needs_second_factor === 403)
      expect(answer.json).toMatchObject({ error: 'A second factor is required.' })
  }
}

/** Verifies the second factor that `make` started, or adds one. Then the owner signs in with the password only. */
async function withoutSecondFactor({ user_id, email }: Member): Promise<Member> {
  const updated = await server.owner.run(
    sql`update factors set status = 'verified', session_id = null, verified_at = now() where user_id = ${user_id}`,
  )
  if (!updated)
    await server.owner.run(sql`
      insert into factors (user_id, friendly_name, factor_type, issuer, secret, status, verified_at)
      values (${user_id}, 'App', 'totp', 'Here', 'x', 'verified', now())`)
  const { cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email, password: PASSWORD })
  return server.known(cookies, email)
}
