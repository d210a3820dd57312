import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '../database/connection/client.ts'
import { cookiesOf, PASSWORD, post, signUp } from './member.ts'
import { GIVE_UP_MS, send } from './writers.ts'

export type Clients = { url: string; ownerUrl: string; ada: { cookie: string; email: string } }

/** Returns what does not work. `clocks` are the days by which the clocks are set wrong. */
export async function checkEverything(
  { url, ownerUrl, ada }: Clients,
  clocks: { server: number; postgres: number },
): Promise<string[]> {
  const failures: string[] = []
  const check = async (what: string, works: () => Promise<boolean>) => {
    if (!(await works().catch(() => false))) failures.push(what)
  }
  const owner = newClient({ connectionString: ownerUrl })
  await owner.connect()
  const ask = async (text: string) => Object.values((await owner.query(text)).rows[0] as object)[0] as unknown
  const began = String(await ask('select now()::text'))
  try {
    await check('the clocks are not set as wanted', async () => {
      const answer = await fetch(`${url}/healthz`)
      const isServer = isDaysFromNow(Date.parse(answer.headers.get('date') ?? ''), clocks.server)
      return isServer && isDaysFromNow(Number(await ask('select extract(epoch from now()) * 1000')), clocks.postgres)
    })
    await check('the first session', async () => (await get(url, ada.cookie, '/api/profile')).status === 200)
    await check('sign-in', async () => {
      const answer = await post(`${url}/api/auth/sign-in`, { email: ada.email, password: PASSWORD })
      return answer.status === 200 && (await get(url, cookiesOf(answer), '/api/profile')).status === 200
    })
    let bob = ''
    await check('registration', async () => {
      bob = (await signUp(url, `bob-${randomUUID().slice(0, 8)}`)).cookie
      return true
    })
    const topic = await write(url, ada.cookie, '/api/posts', { title: randomUUID(), content: 'Text' })
    await check('a write', async () => topic > 0)
    await check('a repeated write', async () => {
      const [key, body] = [randomUUID(), { title: randomUUID(), content: 'Text' }]
      const first = await write(url, ada.cookie, '/api/posts', body, key)
      return first > 0 && (await write(url, ada.cookie, '/api/posts', body, key)) === first
    })
    await check('a live update and a notification', async () => {
      const stop = new AbortController()
      const stream = await fetch(`${url}/api/live`, { headers: { cookie: ada.cookie }, signal: stop.signal })
      try {
        const reply = await write(url, bob, `/api/posts/${topic}/comments`, { content: 'A reply' })
        const isTold = () =>
          until(async () =>
            (await get(url, ada.cookie, '/api/notifications')).text
              .replaceAll(' ', '')
              .includes(`"thread_id":"${topic}"`),
          )
        return reply > 0 && (await mentions(stream, '"kind":"comments"')) && (await isTold())
      } finally {
        stop.abort()
      }
    })
    await check('cron', () => until(async () => Boolean(await ask(cronRanSince(began)))))
    await check('jobs', () =>
      until(async () => {
        const text =
          "select count(*) = 0 from jobs.job where name in ('notifying', 'notification_mail') and state <> 'completed'"
        return Boolean(await ask(text))
      }),
    )
    return failures
  } finally {
    await owner.end()
  }
}

/** Whether cron has added its job of every minute. Jobs of another setting of the clock are a day away. */
const cronRanSince = (time: string) => `
  select exists (select from jobs.job where name = 'notification_mail' and state = 'completed'
    and created_on between timestamptz '${time}' and timestamptz '${time}' + interval '1 hour')`

const isDaysFromNow = (time: number, days: number) => Math.abs(time - Date.now() - days * 86_400_000) < 600_000

async function write(url: string, cookie: string, path: string, body: unknown, key?: string): Promise<number> {
  const { status, body: row } = await send(url, cookie, { method: 'POST', path, body }, key)
  return status === 201 ? (row as { id: number }).id : 0
}

async function get(url: string, cookie: string, path: string) {
  const answer = await fetch(url + path, { headers: { cookie } })
  return { status: answer.status, text: await answer.text() }
}

async function until(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const giveUp = performance.now() + GIVE_UP_MS; performance.now() < giveUp; await sleep(500))
    if (await isTrue()) return true
  return false
}

/** Whether the stream contains the text before the time is over. */
async function mentions(stream: Response, wanted: string): Promise<boolean> {
  const timeout = sleep(GIVE_UP_MS, false, { ref: false })
  const reading = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (text.replaceAll(' ', '').includes(wanted)) return true
    }
    return false
  })()
  return Promise.race([reading, timeout])
}
