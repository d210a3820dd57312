import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { openStream } from '../../tests/server/stream.ts'
import { register } from '../member.ts'
import { withQueries } from '../recount.ts'
import type { Server } from '../server.ts'
import { GIVE_UP_MS, send } from '../writers.ts'
import { PROFILE_SAVES, type Processes } from './processes.ts'

/** What the processes share. Returns what does not work. */
export async function checkShared({ servers, databaseUrl, mails }: Processes): Promise<string[]> {
  const failures: string[] = []
  const check = async (what: string, works: () => Promise<boolean>) => {
    if (!(await works().catch(() => false))) failures.push(what)
  }
  const [first, second] = servers as [Server, Server]
  const everywhere = <T>(ask: (server: Server) => Promise<T>) => Promise.all(servers.map(ask))
  const ada = await register(first.url)
  const bob = await register(second.url)

  await check('the migration by one process, in one transaction', async () => {
    const [times] = await withQueries(databaseUrl, query =>
      query(`select '' as name, count(distinct applied_at)::integer as count from migrations`),
    )
    return times?.count === 1
  })
  await check('a session of one process at the others, until it ends at one of them', async () => {
    const cookie = await register(first.url)
    const statuses = () => everywhere(({ url }) => statusOf(url, cookie, 'GET', '/api/profile'))
    const before = await statuses()
    const ended = await statusOf(second.url, cookie, 'POST', '/api/auth/sign-out')
    return areAll(before, 200) && ended < 300 && areAll(await statuses(), 401)
  })
  await check('a limit over all processes', async () => {
    const save = ({ url }: Server) => statusOf(url, bob, 'PUT', '/api/profile', { title: randomUUID() })
    const allowed: number[] = []
    for (let i = 0; i < PROFILE_SAVES; i++) allowed.push(await save(servers[i % servers.length] as Server))
    return areAll(allowed, 200) && areAll(await everywhere(save), 429)
  })
  await check('a live update of one process at the others', async () => {
    const streams = await everywhere(({ url }) => openStream(url, ada))
    try {
      await until(() => streams.every(({ messages }) => messages.some(({ event }) => event === 'hello')))
      const topic = await postTopic(first.url, bob, randomUUID())
      const isTold = () =>
        streams.every(({ changes }) => changes.some(({ kind, id }) => kind === 'posts' && id === topic))
      return topic > 0 && (await until(isTold))
    } finally {
      await Promise.all(streams.map(stream => stream.close()))
    }
  })
  await check('an idempotency key of one process at the others', async () => {
    const [title, key] = [randomUUID(), randomUUID()]
    const post = ({ url }: Server) => postTopic(url, ada, title, key)
    // At the same time, and again afterwards.
    const ids = [...(await everywhere(post)), ...(await everywhere(post))]
    const rows = await withQueries(databaseUrl, query =>
      query(`select title as name, 1 as count from posts where title = '${title}'`),
    )
    return rows.length === 1 && new Set(ids).size === 1 && (ids[0] ?? 0) > 0
  })
  await check('a file of one process at the others', async () => {
    const avatar = await saveAvatar(first.url, ada)
    return areAll(await everywhere(({ url }) => statusOf(url, ada, 'GET', avatar)), 200)
  })
  failures.push(...(await checkMails(databaseUrl, mails)))
  return failures
}

/** A mail is a job. Each member has got one mail, the confirmation of the address, and got it once. */
export async function checkMails(databaseUrl: string, { letters }: Processes['mails']): Promise<string[]> {
  // Not the account to which the content of former members belongs.
  const members = await withQueries(databaseUrl, query =>
    query(`select email as name, 1 as count from users where email like '%@example.com'`),
  )
  const mailsTo = (address: string) => letters.filter(({ envelope }) => envelope.to.includes(address)).length
  await until(() => members.every(({ name }) => mailsTo(name) > 0))
  // A second one would have been taken from the queue at the same time.
  await sleep(500)
  const wrong = members.filter(({ name }) => mailsTo(name) !== 1)
  return wrong.length === 0 && members.length > 0
    ? []
    : [`a job that ran not exactly once: ${wrong.map(({ name }) => mailsTo(name)).join(', ')} mails to a member`]
}

const areAll = (statuses: number[], wanted: number) => statuses.every(status => status === wanted)

async function statusOf(url: string, cookie: string, method: string, path: string, body?: unknown): Promise<number> {
  const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return answer.status
}

/** Its id, 0 if it was refused. */
export async function postTopic(url: string, cookie: string, title: string, key?: string): Promise<number> {
  const { status, body } = await send(
    url,
    cookie,
    { method: 'POST', path: '/api/posts', body: { title, content: 'Text' } },
    key,
  )
  return status === 201 ? (body as { id: number }).id : 0
}

async function saveAvatar(url: string, cookie: string): Promise<string> {
  const background = { r: 20, g: 80, b: 200 }
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
  const headers = { cookie, 'content-type': 'image/png' }
  const answer = await fetch(`${url}/api/profile/avatar`, { method: 'PUT', headers, body: new Uint8Array(picture) })
  return ((await answer.json()) as { avatar_url: string }).avatar_url
}

/** Waits. False: it was not true before the time was over. */
export async function until(isTrue: () => boolean): Promise<boolean> {
  for (const giveUp = performance.now() + GIVE_UP_MS; performance.now() < giveUp; await sleep(20))
    if (isTrue()) return true
  return false
}
