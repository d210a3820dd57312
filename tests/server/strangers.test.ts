import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newClient } from '../../database/connection/client.ts'
import { holdAccount, waitForLocks } from '../held-account.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  waitForLocks(server)
  url = await server.listen()
})
afterAll(() => server.close())

const asJson = { 'content-type': 'application/json' }
const madeUp = (i: number) => ({ cookie: `session=${String(i).padStart(43, 'x')}` })
const checkLink = (i: number) =>
  fetch(`${url}/api/answers/check`, { method: 'POST', body: JSON.stringify({ token: `x${i}` }), headers: asJson })

/** Sends 250 requests at once. Meanwhile a member reads and writes. Returns the statuses of the requests. */
async function flood(send: (i: number) => Promise<Response>) {
  const ada = await server.member('Ada')
  expect(await ada.tries('GET', '/api/profile')).toBe(200)
  const answers = Array.from({ length: 250 }, async (_, i) => {
    const answer = await send(i)
    await answer.body?.cancel()
    return answer.status
  })
  for (let i = 0; i < 5; i++) {
    expect(await ada.tries('GET', '/api/posts?limit=5')).toBe(200)
    expect(await ada.tries('GET', '/api/auth/session')).toBe(200)
    expect(await ada.tries('POST', '/api/posts', { title: 'Payroll', content: 'Who does it?' })).toBe(201)
  }
  return answers
}

/** Resolves when so many of them were refused, while the others still wait. */
async function refused(answers: Promise<number>[], count: number) {
  let seen = 0
  for (const answer of answers) void answer.then(status => status === 503 && seen++)
  await expect.poll(() => seen, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
}

test('calls without a session that wait in the database leave its connections to members', async () => {
  expect((await checkLink(0)).status).toBe(200)
  const owner = newClient({ connectionString: server.config.databaseUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query(`select from throttles where key like 'check-mail-link:%' for update`)
  const answers = await flood(checkLink)
  await refused(answers, 250 - 104)
  await owner.query('rollback')
  await owner.end()
  expect(new Set(await Promise.all(answers))).toContain(503)
})

const withMadeUpSessions = {
  reads: { path: '/api/profile', status: 401 },
  writes: { path: '/api/posts', method: 'POST', status: 401 },
  pages: { path: '/members', status: 200 },
  files: { path: '/api/files/AAAAAAAAAAAAAAAAAAAAAA.webp', status: 401 },
  'live streams': { path: '/api/live', status: 401 },
}
for (const [name, { path, status, ...init }] of Object.entries(withMadeUpSessions))
  test(`250 ${name} with made-up sessions at once leave members connections to the database`, async () => {
    expect(await floodPool(i => fetch(url + path, { ...init, headers: madeUp(i) }), status)).toBeLessThan(50)
  })

/** Floods, and returns how many requests at most waited for a connection to the database. All get this status, or are refused. */
async function floodPool(send: (i: number) => Promise<Response>, status: number) {
  let waiting = 0
  const watch = setInterval(() => {
    waiting = Math.max(waiting, server.db.pool.waitingCount)
  }, 1)
  const statuses = new Set(await Promise.all(await flood(send)))
  clearInterval(watch)
  expect([...statuses].filter(other => other !== status && other !== 503)).toEqual([])
  expect(statuses).toContain(status)
  return waiting
}

test('a member who asks for 250 files at once leaves others connections to the database', async () => {
  const bob = await server.member('Bob')
  expect(await bob.tries('GET', '/api/profile')).toBe(200)
  const file = () => fetch(`${url}/api/files/AAAAAAAAAAAAAAAAAAAAAA.webp`, { headers: { cookie: bob.cookies } })
  expect(await floodPool(file, 404)).toBeLessThan(50)
})

test('a member who opens 250 live streams at once waits with one connection to the database', async () => {
  const bob = await server.member('Bob')
  const headers = { cookie: bob.cookies }
  const probe = () => fetch(`${url}/api/live?probe=1`, { headers })
  expect((await probe()).status).toBe(204)
  const held = await holdAccount(server, bob.user_id, 'select pg_advisory_xact_lock(hashtext($1))')
  const answers = await flood(probe)
  await refused(answers, 250 - 11)
  await held.waiting(1)
  await held.letGo()
  expect((await Promise.all(answers)).filter(status => status === 204)).toHaveLength(11)
})
