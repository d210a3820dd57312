import { randomUUID } from 'node:crypto'
import { type Browser, chromium } from '@playwright/test'
import { newClient } from '../database/connection/client.ts'
import { statementsOn } from '../database/connection/database.ts'
import { attachEmbedded } from '../database/embedded/embedded.ts'
import { getProfile } from '../features/profile/contract.ts'
import { findChromium } from '../scripts/browser.ts'
import { say } from '../scripts/command-line.ts'
import { doing } from './hostile/members.ts'
import { limits } from './hostile-input.ts'
import { FACTOR_NAME, injectFactors, MAX_FACTORS, signInWith } from './injection-factors.ts'
import {
  type Injector,
  inject,
  injectTitles,
  type Opened,
  PHONE,
  type Place,
  packed,
  TITLE,
  watch,
  writingsOf,
} from './injection-screens.ts'
import { injections } from './injection-texts.ts'
import { signUp } from './member.ts'
import type { Part } from './part.ts'
import { type Server, withServer } from './server.ts'

/** The home page shows four topics. */
const WRITINGS_AT_ONCE = 4
const PAGES = 2

export const injection: Part = {
  promise:
    'Script-injection texts in every text field are shown as texts on every screen in a real browser: none runs, none is stopped by the Content Security Policy, none loads anything from elsewhere.',
  rounds: injections.length,
  prove: rounds => withServer(server => attack(server, Math.min(rounds, injections.length)), limits),
}

async function attack(server: Server, count: number) {
  const { ownerUrl } = (await attachEmbedded(server.dataDir)) ?? { ownerUrl: '' }
  const client = newClient({ connectionString: ownerUrl })
  await client.connect()
  const browser = await chromium.launch({
    executablePath: await findChromium(say),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    // Evenly, so that fewer texts still have all kinds.
    const texts = Array.from({ length: count }, (_, i) => injections[Math.floor((i * injections.length) / count)] ?? '')
    const work = workOn(texts)
    const all = work.length
    const problems: string[] = []
    let screens = 0
    const openAll = async () => {
      const page = await newPage(browser, server.url)
      const place = { page, found: watch(page, server.url), url: server.url, owner: statementsOn(client) }
      const mine = await memberAt(server.url, 'Ada')
      for (let next = work.shift(); next; next = work.shift()) {
        await signInWith(place, mine.cookies)
        const opened = await next(place, mine)
        screens += opened.screens
        problems.push(...opened.problems)
        say(`${all - work.length} of ${all}: ${screens} screens, ${problems.length} problems`)
      }
    }
    await Promise.all(Array.from({ length: PAGES }, openAll))
    for (const problem of problems.slice(0, 50)) say(problem)
    return {
      passed: problems.length === 0 && screens > 0,
      found: `${count} texts, ${screens} screens opened, ${problems.length} ran, were stopped by the policy or loaded something`,
    }
  } finally {
    await browser.close()
    await client.end()
  }
}

type Work = (place: Place, mine: Injector) => Promise<Opened>

/** The texts in all fields; then in those that are so short that the texts need more rows. */
function workOn(texts: string[]): Work[] {
  const titles = packed(texts, TITLE).map(pack => pack.join(' '))
  const names = packed(texts, FACTOR_NAME).map(pack => pack.join(' '))
  return [
    ...inGroups(writingsOf(texts), WRITINGS_AT_ONCE).map(
      (writings): Work =>
        async (place, mine) => {
          const all = []
          for (const writing of writings) all.push({ his: await memberAt(place.url, writing.name ?? 'Bob'), writing })
          return inject(place, mine, all)
        },
    ),
    ...inGroups(titles, MAX_FACTORS).map(
      (group): Work =>
        (place, mine) =>
          injectTitles(place, mine, group),
    ),
    ...inGroups(names, MAX_FACTORS).map(
      (group): Work =>
        place =>
          injectFactors(place, group),
    ),
  ]
}

const inGroups = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

async function newPage(browser: Browser, baseURL: string) {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: PHONE,
  })
  return context.newPage()
}

async function memberAt(url: string, name: string): Promise<Injector> {
  const { cookie } = await signUp(url, name, `${randomUUID()}@example.com`)
  const does = doing(url, cookie)
  return { cookies: cookie, does, profile_id: (await does(getProfile, {})).id }
}
