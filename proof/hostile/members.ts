import { randomBytes, randomUUID } from 'node:crypto'
import { type Endpoint, type Input, type Reply, request } from '../../contract/endpoint.ts'
import { newClient } from '../../database/connection/client.ts'
import { statementsOn } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { commands } from '../../features/operator/commands.ts'
import { saveProfile } from '../../features/profile/contract.ts'
import { cookiesOf, type Does, PASSWORD, post, signUp } from '../member.ts'
import type { Caller } from './requests.ts'
import { AUTHOR, addOwnRows, addRemovedRows, addSecretRows } from './seed-rows.ts'
import type { Known } from './values.ts'

export type Members = Awaited<ReturnType<typeof setUpMembers>>

/**
 * Members on a running server: Vera and Bob have secrets, and the callers attack. Needs EMAIL_CONFIRMATION=on and raised limits.
 * `ownerUrl` is the login of the tables' owner.
 */
export async function setUpMembers(url: string, ownerUrl: string) {
  const client = newClient({ connectionString: ownerUrl })
  await client.connect()
  const owner = statementsOn(client)
  /** In every text that is a secret. */
  const mark = `zq${randomBytes(6).toString('hex')}`
  const secrets = new Set([mark, '$argon2'])
  const known: Known = { ids: {}, uuids: [], password: PASSWORD }
  const cookies: Record<Caller, string> = {
    mallory: '',
    eve: '',
    unconfirmed: '',
    visitor: '',
    garbage: `session=${'x'.repeat(43)}`,
  }

  async function register(name: string, email = `${randomUUID()}@example.com`, isConfirmed = true) {
    const { cookie } = await signUp(url, name, email)
    await owner.run(
      isConfirmed
        ? sql`update users set email_confirmed_at = now() where email = ${email}`
        : sql`update users set confirmation_asked_at = now() - interval '30 days' where email = ${email}`,
    )
    return { cookie, email, does: doing(url, cookie) }
  }
  const emails: Partial<Record<Caller, string>> = {}
  async function signIn(email: string): Promise<string> {
    const answer = await post(`${url}/api/auth/sign-in`, { email, password: PASSWORD })
    return answer.ok ? cookiesOf(answer) : ''
  }
  const learnId = (noun: string, { id }: { id: number }) => {
    known.ids[noun] = [...(known.ids[noun] ?? []), id].slice(-12)
  }
  const renewals = new Map<Caller, Promise<void>>()
  /** Anew if the session has ended: callers also sign out and delete their accounts. */
  async function renew(caller: Caller): Promise<void> {
    if (caller === 'visitor' || caller === 'garbage') return
    const renewal = renewals.get(caller) ?? renewOnce(caller).finally(() => renewals.delete(caller))
    renewals.set(caller, renewal)
    return renewal
  }
  async function renewOnce(caller: Caller) {
    const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie: cookies[caller] } })
    const { user } = (await answer.json()) as { user: unknown }
    if (user) return
    cookies[caller] = await signIn(emails[caller] ?? '')
    if (cookies[caller]) return
    const { cookie, email } = await register(caller, undefined, caller !== 'unconfirmed')
    cookies[caller] = cookie
    emails[caller] = email
    if (caller === 'mallory') await addOwnRows(doing(url, cookie), learnId).catch(() => undefined)
  }
  for (const caller of ['mallory', 'eve', 'unconfirmed'] as const) await renew(caller)

  const vera = await register(AUTHOR, `${mark}@example.com`)
  const bob = await register('Bob Trusted', `bob.${mark}@example.com`)
  for (const { cookie } of [vera, bob]) for (const pair of cookie.split('; ')) secrets.add(pair.split('=')[1] ?? mark)
  const phone = `312 ${randomBytes(4).readUInt32BE()} ${randomBytes(4).readUInt32BE()}`
  secrets.add(phone)
  await vera.does(saveProfile, {
    ...{ bio: 'Founder', company_name: 'Hollow Works', needs: ['Funding'], can_help_with: ['Hiring'] },
    ...{ email: `contact.${mark}@example.com`, email_visibility: 'only me', phone, phone_visibility: 'only me' },
  })
  await bob.does(saveProfile, { email_visibility: 'only me' })
  await post(`${url}/api/auth/forgot-password`, { email: vera.email })

  /** New rows, since callers may delete some: events belong to everybody. */
  async function addRows() {
    const offers = await addSecretRows(vera.does, bob.does, mark, learnId)
    known.uuids.push(...offers)
    await renew('mallory')
    // Her session may end meanwhile.
    await addOwnRows(doing(url, cookies.mallory), learnId).catch(() => undefined)
    await learn()
  }
  /** Secrets that only the database knows, and ids of Vera's rows that only she sees. */
  async function learn() {
    const mails = await owner.rows<{ body: string }>(sql`select body from outbox where recipient like ${`%${mark}%`}`)
    for (const { body } of mails) for (const [token] of body.matchAll(/(?<=#)[\w-]{43}/g)) secrets.add(token)
    const rows = await owner.rows<{ id: string }>(sql`
      select n.id::text from notifications n join users u on u.id = n.user_id where u.email like ${`%${mark}%`}
      union all select id::text from sessions where user_id in (select id from users where email like ${`%${mark}%`})
      union all select id::text from users where email like ${`%${mark}%`}`)
    const members = await owner.rows<{ id: number }>(sql`select id from profiles order by id limit 6`)
    const profiles = members.map(({ id }) => id)
    const investors = known.ids.investors ?? []
    Object.assign(known.ids, { members: profiles, member: profiles, mentions: profiles, ask_profile_ids: profiles })
    Object.assign(known.ids, { target_profile_id: profiles, target_investor_id: investors, investor: investors })
    known.uuids = [...new Set([...known.uuids, ...rows.map(({ id }) => id)])]
  }
  for (const { id } of await addRemovedRows(vera.does, mark, learnId))
    await commands.hide?.run(owner, 'post', String(id))
  await addRows()
  return { url, cookies, secrets, mark, known, renew, addRows, close: () => client.end() }
}

export const doing =
  (url: string, cookie: string): Does =>
  async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> => {
    const { url: path, body } = request(endpoint, input as Record<string, unknown>)
    const answer = await fetch(url + path, {
      method: endpoint.method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${endpoint.method} ${path}: ${answer.status} ${await answer.text()}`)
    return (answer.status === 204 ? null : await answer.json()) as Reply<E>
  }
