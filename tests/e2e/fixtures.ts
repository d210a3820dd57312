import { test as base, type Page } from '@playwright/test'
import { PASSWORD, startTestServer, type TestServer } from '../test-server.ts'
import { Person } from './person.ts'

export { expect } from '@playwright/test'
export { axe, axeInDark, axeInLight, lookAt, phone } from './look.ts'
export { background, Person } from './person.ts'

type People = {
  /** Settings of the server: `test.use({ env: { EMAIL_CONFIRMATION: 'on' } })`. */
  env: Record<string, string>
  server: TestServer & { url: string }
  /** A person without a session. */
  visitor: Person
  /**
   * Three new members for every test, each with their own browser context. They register over HTTP: with the cheap hashes of the tests this takes about 10 ms of
   * processor time each, less than 3 % of a test with them. A template database with the three would show Bob and Eve in tests that only use Ada.
   */
  ada: Person
  bob: Person
  eve: Person
  /** Registers another member. */
  newMember: (name: string) => Promise<Person>
  newVisitor: () => Promise<Person>
}

/** Every test has its own server and database, so that tests do not affect each other. Every person has their own browser context. */
export const test = base.extend<People>({
  env: [{}, { option: true }],

  server: async ({ env }, use) => {
    const adminUrl = process.env.E2E_ADMIN_URL
    if (!adminUrl) throw new Error('The setup of the browser tests has not run.')
    const server = await startTestServer({ adminUrl, env })
    await use({ ...server, url: await server.listen() })
    await server.close()
  },

  newVisitor: async ({ browser, server }, use) => {
    const people: Person[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
      const page = await context.newPage()
      keepIntercepting(page)
      const person = new Person(page)
      people.push(person)
      return person
    })
    for (const person of people) person.metNoProblem()
    for (const person of people) await person.page.context().close()
  },

  newMember: async ({ server, newVisitor }, use) => {
    await use(async name => {
      const member = await server.member(name)
      const person = await newVisitor()
      await person.page.context().addCookies(
        member.cookies.split('; ').map(pair => {
          const [cookie = '', value = ''] = pair.split('=')
          return { name: cookie, value, url: server.url }
        }),
      )
      return person.is({ name, email: member.email, password: PASSWORD, http: member })
    })
  },

  visitor: async ({ newVisitor }, use) => use(await newVisitor()),
  ada: async ({ newMember }, use) => use(await newMember('Ada Osei')),
  bob: async ({ newMember }, use) => use(await newMember('Bob Kowalski')),
  eve: async ({ newMember }, use) => use(await newMember('Eve Raman')),
})

/**
 * When a page has no route left, Playwright turns the interception of requests off, and a request that the page sends at that
 * moment may stay paused forever. So with a page's first route, its context gets one that matches nothing and stays.
 */
function keepIntercepting(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...given) => {
    page.route = route
    await page.context().route('nothing:', () => {})
    return route(...given)
  }
}

/**
 * `npm test` runs the browser tests that prove a line of the specification, and those tagged @main: the main path of each feature and
 * each safeguard. `npm run test:all` runs all.
 */
export const main = { tag: '@main' }
/** Of cases that are tested alike, `npm test` runs these. */
export const mainFor = <T>(name: T, ...chosen: T[]) => (chosen.includes(name) ? main : {})
