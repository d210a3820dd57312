import { beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../../database/embedded/embedded.ts'
import { buildWeb } from '../../scripts/build.ts'
import { folderWithDatabase, ready, startServer } from './opening.ts'

const ADA = { email: 'ada@example.com', password: 'correct horse battery', options: { data: { username: 'Ada' } } }

// Build first, not while a test waits for the server.
beforeAll(() => buildWeb(() => {}).then(() => {}))

test('while the database is down every request gets 503 with Retry-After, and works again once it is back', async () => {
  const folder = await folderWithDatabase()
  const database = () => startEmbedded({ dataDir: folder, say: () => {} })
  let running: Embedded | null = await database()
  try {
    const { serverUrl, ownerUrl } = running
    const settings = { DATA_DIR: folder, DATABASE_URL: serverUrl, MIGRATE_DATABASE_URL: ownerUrl }
    const { url } = await ready(startServer(settings))
    const post = (path: string, body: object, cookie = '') =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    const registered = await post('/api/auth/sign-up', ADA)
    expect(registered.status).toBe(201)
    const cookie = registered.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0])
      .join('; ')
    const topic = { title: 'Hiring', content: 'Who knows a plumber?' }
    const requests = [
      () => fetch(`${url}/api/members`, { headers: { cookie } }),
      () => fetch(`${url}/api/profile`, { headers: { cookie } }),
      () => fetch(`${url}/api/live?probe=1`, { headers: { cookie } }),
      () => post('/api/auth/sign-in', ADA),
      () => post('/api/posts', topic, cookie),
      () => fetch(`${url}/readyz`),
    ]
    const all = () => Promise.all(requests.map(async send => (await send()).status))
    expect(await all()).toEqual([200, 200, 204, 200, 201, 200])

    await running.stop()
    running = null
    // Its answer may be a second old.
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(503)
    // Twice: first existing connections are broken, then new ones fail.
    for (let round = 0; round < 2; round++)
      for (const send of requests) {
        const answer = await send()
        expect(`${answer.url} ${answer.status}`).toBe(`${answer.url} 503`)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await answer.json()).toMatchObject({ request_id: expect.any(String) })
      }
    // The process still runs and serves pages without data.
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/members`, { headers: { cookie } })).status).toBe(200)

    running = await database()
    expect(running.serverUrl).toBe(serverUrl)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
    expect(await all()).toEqual([200, 200, 204, 200, 201, 200])
  } finally {
    await running?.stop()
  }
})
