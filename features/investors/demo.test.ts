import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Demo, seeded } from '../../scripts/demo/part.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import type { Investor } from './contract.ts'
import { demo } from './demo.ts'
import { FOCUS_AREAS, STAGES } from './shared/options.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  const members: Demo['members'] = []
  for (const full_name of ['Ada', 'Bob', 'Eve']) {
    const { user_id, profile_id } = await server.member(full_name)
    members.push({ user_id, profile_id: profile_id as number, full_name, company_name: '' })
  }
  await demo({
    tx: server.owner,
    random: seeded(1),
    now: new Date(),
    files: { put: async () => {} },
    passwordHash: '',
    members,
  })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

test('the demo has 80 investors of every stage and focus, with and without ratings and comments', async () => {
  const investors = await ada.reads<Investor[]>('/api/investors')
  expect(investors).toHaveLength(80)
  expect(new Set(investors.flatMap(investor => investor.stage))).toEqual(new Set(STAGES))
  expect(new Set(investors.flatMap(investor => investor.focus))).toEqual(new Set(FOCUS_AREAS))
  const top = investors.filter(investor => (investor.avg_rating ?? 0) >= 4)
  const unrated = investors.filter(investor => investor.avg_rating === null)
  expect(top.length).toBeGreaterThan(15)
  expect(unrated.length).toBeGreaterThan(3)
  expect(investors.some(investor => investor.comments_count > 8)).toBe(true)
  expect(investors.some(investor => investor.user_id === null)).toBe(true)
  expect(investors.some(investor => investor.updated_at !== investor.created_at)).toBe(true)
})

test('all demo data is valid, and every placeholder is replaced', async () => {
  const mails = await server.owner.rows(
    sql`select email from investors where email <> '' and email not like '%@%.example'`,
  )
  const placeholders = await server.owner.rows(sql`select id from investor_comments where content like '%{%'`)
  const secrets = await server.owner.rows(sql`select id from investor_comments where is_private limit 1`)
  expect([mails.length, placeholders.length, secrets.length]).toEqual([0, 0, 1])
})
