import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { industries, stages } from '../../contract/options.ts'
import { sql } from '../../database/connection/sql.ts'
import { type Demo, seeded } from '../../scripts/demo/part.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'
import type { MemberCard } from './contract.ts'
import { DEMO_EMAIL, demo } from './demo.ts'

let server: TestServer
const files = new Map<string, Buffer>()
const demoMembers: Demo['members'] = []
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  await demo({
    tx: server.owner,
    random: seeded(1),
    now: new Date(),
    files: { put: async (name, bytes) => void files.set(name, bytes) },
    passwordHash: 'not a hash',
    members: demoMembers,
  })
})
afterAll(() => server.close())

test('the demo has 120 members of all industries and stages, and the first is the demo account', async () => {
  const ada = await server.member('Ada')
  const cards = await ada.reads<MemberCard[]>('/api/members')
  expect(cards).toHaveLength(121)
  expect(new Set(cards.map(card => card.industry).filter(Boolean))).toEqual(new Set(industries))
  expect(new Set(cards.map(card => card.stage).filter(Boolean))).toEqual(new Set(stages))
  const [first] = demoMembers
  const account = await server.owner.one(sql`select id from users where email = ${DEMO_EMAIL}`)
  expect(account).toEqual({ id: first?.user_id })
})

test('needs and offers of members overlap, and their pictures exist', async () => {
  const overlaps = await server.owner.one<{ pairs: string }>(sql`
    select count(*) as pairs from profiles a join profiles b on a.id <> b.id and a.needs && b.can_help_with`)
  expect(Number(overlaps.pairs)).toBeGreaterThan(1000)
  const drawn = await server.owner.rows<{ avatar_url: string }>(
    sql`select avatar_url from profiles where avatar_url is not null`,
  )
  expect(drawn.length).toBeGreaterThan(80)
  for (const { avatar_url } of drawn) {
    const name = avatar_url.replace('/api/files/', 'avatars/')
    expect([...files.keys()]).toContain(name)
    expect([...files.keys()]).toContain(name.replace('.webp', '-96.webp'))
  }
})
