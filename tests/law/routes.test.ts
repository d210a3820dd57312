import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type House, openHouse } from '../house.ts'
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
  const [owner, other, leaver] = [
    await house.member('Owner'),
    await house.member('Other'),
    await house.member('Leaver'),
  ]
  await leaver.tries('POST', '/api/auth/sign-out')
  const people = { visitor: house.visitor, signed_out: leaver, other, owner }
  for (const relation of ['visitor', 'signed_out', 'other', 'owner'] as const) {
    const attempt = law.make ? await law.make({ house, owner, other }) : { path: pattern }
    const answer = await people[relation].asks(verb, attempt.path, attempt.body, attempt.headers)
    expect(`${relation} ${answer.status}`, `${law.route} ${answer.text.slice(0, 300)}`).toBe(
      `${relation} ${law[relation]}`,
    )
  }
}
