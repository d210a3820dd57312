import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const METRICS_TOKEN = 'a-token-for-prometheus'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { METRICS_TOKEN } })
})
afterAll(() => server.close())

const scrape = (authorization = `Bearer ${METRICS_TOKEN}`) =>
  server.visitor.asks('GET', '/metrics', undefined, { authorization })
/** The value of the only line that starts like this. */
const metric = (text: string, start: string) => {
  const lines = text.split('\n').filter(line => line.startsWith(start))
  expect(lines, start).toHaveLength(1)
  return Number(lines[0]?.split(' ').at(-1))
}

test('only whoever has the token reads the metrics', async () => {
  const member = await server.member('Ada Osei')
  for (const authorization of ['', 'Bearer', 'Bearer ', `Bearer ${METRICS_TOKEN}x`, `Basic ${METRICS_TOKEN}`]) {
    const answer = await scrape(authorization)
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    expect(answer.text).not.toContain('community_')
  }
  expect((await member.asks('GET', '/metrics')).status).toBe(401)
  expect((await scrape()).headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
})

test('requests are counted by route and status, without ids', async () => {
  const member = await server.member('Bob Kowalski')
  const route = '{method="GET",route="/api/members/:id"'
  await member.asks('GET', `/api/members/${member.profile_id}`)
  const before = (await scrape()).text
  await member.asks('GET', `/api/members/${member.profile_id}`)
  await member.asks('GET', '/api/members/987654')
  await server.visitor.asks('GET', '/api/nothing/at/all')
  const { text } = await scrape()
  const rise = (start: string) => metric(text, start) - metric(before, start)
  expect(rise(`community_requests_total${route},status="200"}`)).toBe(1)
  expect(metric(text, `community_requests_total${route},status="404"}`)).toBe(1)
  expect(rise(`community_request_seconds_count${route}}`)).toBe(2)
  expect(metric(text, 'community_requests_total{method="GET",route="none",status="404"}')).toBe(1)
  expect(text).not.toContain('987654')
  expect(text).not.toContain('nothing')
})

test('jobs and mails that wait are counted, and so are connections and the event loop', async () => {
  const { text: before } = await scrape()
  await server.owner.run(sql`insert into outbox (recipient, subject, body) values ('a@example.com', 'Hello', 'Text')`)
  const { text } = await scrape()
  expect(metric(text, 'community_unsent_mails ') - metric(before, 'community_unsent_mails ')).toBe(1)
  expect(metric(text, 'community_jobs{queue="mail",state="created"}')).toBeGreaterThanOrEqual(1)
  expect(metric(text, 'community_oldest_job_seconds ')).toBeGreaterThanOrEqual(0)
  expect(metric(text, 'community_database_up ')).toBe(1)
  expect(metric(text, 'community_database_connections{state="limit"}')).toBe(10)
  expect(metric(text, 'community_database_waiting ')).toBe(0)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

test('open live streams are counted', async () => {
  const member = await server.member('Eve Raman')
  const address = new URL(await server.listen())
  const socket = connect(Number(address.port), '127.0.0.1')
  const closed = new Promise(resolve => socket.once('close', resolve))
  socket.write(`GET /api/live HTTP/1.1\r\nhost: x\r\ncookie: ${member.cookies}\r\n\r\n`)
  const streams = async () => metric((await scrape()).text, 'community_live_streams ')
  await expect.poll(streams).toBe(1)
  socket.destroy()
  await closed
  await expect.poll(streams).toBe(0)
})

test('if the database cannot be read, the process still tells about itself', async () => {
  const broken = await startTestServer({ adminUrl: inject('adminUrl'), env: { METRICS_TOKEN } })
  try {
    await broken.owner.run(sql`alter table outbox rename to outbox_away`)
    const { status, text } = await broken.visitor.asks('GET', '/metrics', undefined, {
      authorization: `Bearer ${METRICS_TOKEN}`,
    })
    expect(status).toBe(200)
    expect(metric(text, 'community_database_up ')).toBe(0)
    expect(text).not.toMatch(/^community_unsent_mails /m)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  } finally {
    await broken.close()
  }
})

test('every metric of the dashboard and the alert rules exists', async () => {
  await server.visitor.asks('GET', '/healthz')
  const { text } = await scrape()
  const exist = new Set([...text.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name))
  const files = globSync('docs/monitoring/*').map(file => readFileSync(file, 'utf8'))
  const used = files.flatMap(file => file.match(/\b(community|nodejs|process)_[a-z0-9_]+/g) ?? [])
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter(name => !exist.has(name))).toEqual([])
})
