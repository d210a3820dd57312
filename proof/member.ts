import { randomUUID } from 'node:crypto'
import type { Endpoint, Input, Reply } from '../contract/endpoint.ts'

export const PASSWORD = 'correct horse battery'

/** Calls an endpoint as a member. */
export type Does = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Reply<E>>

/** Registers a new member and returns the cookies of the session. */
export async function register(url: string): Promise<string> {
  const name = randomUUID().slice(0, 8)
  return (await signUp(url, name)).cookie
}

export async function signUp(
  url: string,
  name: string,
  email = `${name}@example.com`,
): Promise<{ cookie: string; email: string }> {
  const answer = await post(`${url}/api/auth/sign-up`, {
    email,
    password: PASSWORD,
    options: { data: { username: name } },
  })
  if (answer.status !== 201) throw new Error(`${name} could not register: ${answer.status} ${await answer.text()}`)
  return { cookie: cookiesOf(answer), email }
}

export const post = (address: string, body: unknown) =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
