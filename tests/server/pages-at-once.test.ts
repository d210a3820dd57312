import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getHome } from '../../features/home/contract.ts'
import { handle } from '../../server/request/endpoint.ts'
import { PASSWORD, startTestServer, type TestServer } from '../test-server.ts'
import { heldHandlers } from './held-handlers.ts'

/** Home, which waits until the test lets it go on. */
const held = heldHandlers([getHome], null, handle)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), slices: held.slices })
})
afterAll(() => server.close())

type Boot = { community: object; identity?: { user: { email: string } | null }; data: Record<string, unknown> }
const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Boot

test('three pages of a member are prepared at once, over all sessions; further ones come at once without data', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const { cookies } = await server.visitor.asks('POST', '/api/auth/sign-in', { email: ada.email, password: PASSWORD })
  const inSecondSession = await server.known(cookies, ada.email)
  const come: Boot[] = []
  const pages = Array.from({ length: 10 }, async (_, i) => {
    const page = await (i % 2 ? ada : inSecondSession).asks('GET', '/')
    expect(page.status).toBe(200)
    come.push(bootOf(page.text))
  })
  await expect.poll(() => [held.count(), come.length], { timeout: 10_000 }).toEqual([3, 7])
  for (const boot of come) expect(boot).toEqual({ community: expect.anything(), gallery: true, data: {} })
  // Others, and this member's calls, are not affected.
  expect(bootOf((await bob.asks('GET', '/settings')).text).identity?.user?.email).toBe(bob.email)
  expect(await ada.tries('GET', '/api/profile')).toBe(200)

  held.letGo()
  await Promise.all(pages)
  const prepared = come.slice(7)
  expect(prepared.map(boot => boot.identity?.user?.email)).toEqual([ada.email, ada.email, ada.email])
  for (const boot of prepared) expect(Object.keys(boot.data)).toContain('GET /api/profile')
  // The places are free again.
  expect(bootOf((await ada.asks('GET', '/')).text).identity?.user?.email).toBe(ada.email)
})
