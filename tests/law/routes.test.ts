import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { type House, type Member, openHouse } from '../house.ts'
import { everyLaw, type RouteLaw } from './law.ts'

const { routes } = await everyLaw()
let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
})
afterAll(() => house.close())

test('API-05 every route of the server stands in the law, and the law names no other', () => {
  const served = house.app.served.filter(route => !route.startsWith('HEAD '))
  const written = routes.map(law => law.route)
  expect(served.filter(route => !written.includes(route))).toEqual([])
  expect(written.filter(route => !served.includes(route))).toEqual([])
})

describe('every route answers each relation as the law says', () => {
  for (const law of routes) test(law.route, () => holds(law))
})

async function holds(law: RouteLaw): Promise<void> {
  const [verb = '', pattern = ''] = law.route.split(' ')
  const [owner, other, leaver, half] = [
    await house.member('Owner'),
    await house.member('Other'),
    await house.member('Leaver'),
    await house.member('Half'),
  ]
  await leaver.tries('POST', '/api/auth/sign-out')
  const people = { visitor: house.visitor, signed_out: leaver, half, other, owner }
  for (const relation of ['visitor', 'signed_out', 'half', 'other', 'owner'] as const) {
    const cast = { house, owner: relation === 'half' ? half : owner, other }
    const attempt = law.make ? await law.make(cast) : { path: pattern }
    if (relation === 'half') await owesSecondFactor(half)
    const answer = await people[relation].asks(verb, attempt.path, attempt.body, attempt.headers)
    expect(`${relation} ${answer.status}`, `${law.route} ${answer.text.slice(0, 300)}`).toBe(
      `${relation} ${law[relation]}`,
    )
    // Not because of whose the thing is.
    if (relation === 'half' && law.half === 403)
      expect(answer.json).toMatchObject({ error: 'A second factor is required.' })
  }
}

/** From now on the account has a second factor, which its session has not given: one that `make` began, else one of its own. */
async function owesSecondFactor({ user_id }: Member): Promise<void> {
  const begun = await house.owner.run(
    sql`update factors set status = 'verified', verified_at = now() where user_id = ${user_id}`,
  )
  if (!begun)
    await house.owner.run(sql`
      insert into factors (user_id, friendly_name, factor_type, issuer, secret, status, verified_at)
      values (${user_id}, 'App', 'totp', 'Here', 'x', 'verified', now())`)
}
