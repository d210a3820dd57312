import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { type House, openHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
})
afterAll(() => house.close())

type Boot = { identity?: { user: { email: string } | null }; data: Record<string, unknown> }
const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Boot

test('a page carries the session and my profile, so that the first paint needs no further request', async () => {
  const ada = await house.member('Ada')
  const boot = bootOf((await ada.asks('GET', '/settings')).text)
  expect(boot.identity?.user?.email).toBe(ada.email)
  expect(boot.data['GET /api/profile']).toMatchObject({ full_name: 'Ada' })
})

test('what a member typed cannot end the element that carries it', async () => {
  const mallory = await house.member('</script><script>alert(1)</script>', { email: 'mallory@example.com' })
  const { text } = await mallory.asks('GET', '/')
  expect(text).not.toContain('<script>alert(1)')
  expect(bootOf(text).data['GET /api/profile']).toMatchObject({ full_name: '</script><script>alert(1)</script>' })
})

test('without a session, or with one that ended, the page says that nobody is signed in', async () => {
  expect(bootOf((await house.visitor.asks('GET', '/')).text).identity).toEqual({ user: null, session: null })
  const ada = await house.member('Ada')
  await ada.tries('POST', '/api/auth/sign-out')
  expect(bootOf((await ada.asks('GET', '/')).text).identity).toEqual({ user: null, session: null })
})

test('an answer that cannot be had costs the page nothing else', async () => {
  const ada = await house.member('Ada')
  await house.owner.run(sql`delete from profiles where user_id = ${ada.user_id}`)
  const boot = bootOf((await ada.asks('GET', '/')).text)
  expect(boot.identity?.user?.email).toBe(ada.email)
  expect(boot.data['GET /api/profile']).toBeUndefined()
})
