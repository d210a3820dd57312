import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Demo, seeded } from '../../scripts/demo/part.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'
import { type IntroductionRequest, listIntroductionComments, listStatusChanges } from './contract.ts'
import { demo } from './demo.ts'
import { statuses, urgencies } from './shared/labels.ts'

/** The demo's members, here with name and company only. */
const people = readFileSync(new URL('../members/demo/people.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  const members = await server.owner.rows<Demo['members'][number]>(sql`
    with people as (select split_part(line, '|', 1) as full_name, split_part(line, '|', 3) as company_name
        from unnest(${people}::text[]) line),
      accounts as (insert into users (email, username) select full_name || '@example.com', full_name from people returning *)
    insert into profiles (user_id, full_name, company_name)
      select accounts.id, full_name, company_name from people join accounts on username = full_name
      returning user_id, id as profile_id, full_name, company_name`)
  const now = new Date()
  now.setHours(0, 0, 0, 0)
  const files = { put: async () => {} }
  await demo({ tx: server.owner, members, now, random: seeded(1), files, passwordHash: '' })
})
afterAll(() => server.close())

test('the demo has forty-one requests in all states, each with a matching history, and comments', async () => {
  const ada = await server.member('Ada')
  const requests = await ada.reads<IntroductionRequest[]>('/api/direct-introduction-requests')
  expect(requests).toHaveLength(41)
  expect(new Set(requests.map(request => request.status))).toEqual(new Set(statuses))
  expect(new Set(requests.map(request => request.urgency))).toEqual(new Set(urgencies))
  const dates = requests.map(request => Date.parse(request.created_at))
  expect(dates).toEqual(dates.toSorted((a, b) => b - a))

  let comments = 0
  for (const { id, status, created_at } of requests) {
    const history = await ada.does(listStatusChanges, { id })
    expect(history[0]).toMatchObject({ from_status: null, to_status: 'pending', created_at })
    expect(history.at(-1)?.to_status).toBe(status)
    const requestComments = await ada.does(listIntroductionComments, { requestId: id })
    comments += requestComments.length
    for (const { created_at: moment } of [...history, ...requestComments]) {
      expect(Date.parse(moment)).toBeGreaterThanOrEqual(Date.parse(created_at))
      expect(Date.parse(moment)).toBeLessThan(Date.now())
    }
  }
  expect(comments).toBeGreaterThan(60)
})

test('requests that somebody answers to have a text to forward', async () => {
  const blurbs = await server.owner.rows<{ status: string; text: string | null }>(sql`
    select r.status, b.text from introduction_requests r left join introduction_blurbs b on b.request_id = r.id`)
  expect(blurbs.filter(({ text, status }) => (text === null) !== (status === 'pending'))).toEqual([])
  for (const { text } of blurbs) if (text) expect(text).toMatch(/^I am .+ from .+\.\n\n/)
})
