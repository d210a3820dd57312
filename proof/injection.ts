import { chromium } from '@playwright/test'
import { getProfile } from '../features/profile/contract.ts'
import { findChromium } from '../scripts/browser.ts'
import { say } from '../scripts/plainly.ts'
import { doing } from './hostile/members.ts'
import { inject, PHONE, watch, writingsOf } from './injection-screens.ts'
import { injections } from './injection-texts.ts'
import { register } from './member.ts'
import type { Part } from './part.ts'
import { type Server, withServer } from './server.ts'

export const injection: Part = {
  promise:
    'Script-injection texts in every text field are shown as texts on every screen in a real browser: none runs, none is stopped by the Content Security Policy, none loads anything from elsewhere.',
  rounds: injections.length,
  prove: rounds => withServer(server => attack(server, Math.min(rounds, injections.length))),
}

async function attack(server: Server, count: number) {
  const members = await Promise.all([0, 1].map(() => memberAt(server.url)))
  const [mine, his] = members as [(typeof members)[0], (typeof members)[0]]
  const browser = await chromium.launch({
    executablePath: await findChromium(say),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      viewport: PHONE,
    })
    await context.addCookies(
      mine.cookie.split('; ').map(pair => {
        const [name = '', value = ''] = pair.split('=')
        return { name, value, url: server.url }
      }),
    )
    const page = await context.newPage()
    const found = watch(page, server.url)
    // Evenly, so that fewer texts still have all kinds.
    const texts = Array.from({ length: count }, (_, i) => injections[Math.floor((i * injections.length) / count)] ?? '')
    const problems: string[] = []
    let screens = 0
    for (const [i, writing] of writingsOf(texts).entries()) {
      const round = await inject(page, found, mine, his, writing)
      problems.push(...round.problems)
      screens += round.screens
      if (i % 10 === 0) say(`${screens} screens, ${problems.length} problems`)
    }
    for (const problem of problems.slice(0, 50)) say(problem)
    return {
      passed: problems.length === 0 && screens > 0,
      found: `${count} texts, ${screens} screens opened, ${problems.length} ran, were stopped by the policy or loaded something`,
    }
  } finally {
    await browser.close()
  }
}

async function memberAt(url: string) {
  const cookie = await register(url)
  const does = doing(url, cookie)
  return { cookie, does, profile_id: (await does(getProfile, {})).id }
}
