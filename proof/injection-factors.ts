import { randomUUID } from 'node:crypto'
import { codeAt, stepAt } from '../features/auth/totp.ts'
import { shows } from '../tests/e2e/written.ts'
import type { Opened, Place } from './injection-screens.ts'
import { cookiesOf, PASSWORD, signUp } from './member.ts'

/** Limit of the names of factors, and of an account. */
export const FACTOR_NAME = 60
export const MAX_FACTORS = 10

/** A new member with factors of these names opens the settings, and the second step of the sign-in. */
export async function injectFactors({ page, found, url }: Place, names: string[]): Promise<Opened> {
  let { cookie, email } = await signUp(url, 'Ada', `${randomUUID()}@example.com`)
  async function post(path: string, body: object) {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    cookie = cookiesOf(answer) || cookie
    return answer.json()
  }
  for (const name of names) {
    const { id, totp } = await post('factors', { factor_type: 'totp', friendly_name: name, issuer: name })
    const challenge = await post(`factors/${id}/challenge`, {})
    const code = codeAt(totp.secret, stepAt(Date.now()))
    await post(`factors/${id}/verify`, { code, challenge_id: challenge.id })
  }
  const opens = async (address: string) => {
    await signInWith({ page, url }, cookie)
    await shows({ page }, { address })
    return found.splice(0).map(problem => `${address} with names of factors: ${problem}`)
  }
  const problems = await opens('/settings')
  cookie = ''
  await post('sign-in', { email, password: PASSWORD })
  problems.push(...(await opens('/auth')))
  return { problems, screens: 2 }
}

export async function signInWith({ page, url }: Pick<Place, 'page' | 'url'>, cookies: string) {
  const context = page.context()
  await context.clearCookies()
  await context.addCookies(
    cookies.split('; ').map(pair => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url }
    }),
  )
}
