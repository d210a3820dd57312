import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type House, openHouse, PASSWORD } from '../../tests/house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
})
afterAll(() => house.close())

test('AUTH-64 DATA-19 DATA-20 Ada registers, and signs in with email and password', async () => {
  const ada = await house.member('Ada', { email: 'ada@example.com' })
  const answer = await house.visitor.asks('POST', '/api/auth/sign-in', { email: 'ADA@example.com', password: PASSWORD })
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({
    user: { id: ada.user_id, email: 'ada@example.com', user_metadata: { username: 'Ada' } },
  })
})
