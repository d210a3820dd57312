import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seeded } from '../../scripts/demo/part.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { listEvents } from './contract.ts'
import { demo } from './demo.ts'

let server: TestServer
let people: Member[]
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  people = [await server.member('Ada'), await server.member('Bob'), await server.member('Eve')]
  const members = people.map(person => ({
    ...person,
    profile_id: person.profile_id ?? 0,
    full_name: '',
    company_name: '',
  }))
  const files = { put: async () => {} }
  const now = new Date(new Date().setHours(0, 0, 0, 0))
  await demo({ tx: server.owner, random: seeded(1), now, files, passwordHash: '', members })
})
afterAll(() => server.close())

test('the demo has 25 events around today, of all types, each with a creator and some with another editor', async () => {
  const [ada] = people
  const on = (tab: 'upcoming' | 'past' | 'all') => ada?.does(listEvents, { tab }) ?? []
  const all = await on('all')
  expect(all).toHaveLength(25)
  expect((await on('past')).length).toBeGreaterThan(4)
  expect((await on('upcoming')).length).toBeGreaterThan(15)
  expect(new Set(all.map(event => event.event_type))).toEqual(new Set(['in_person', 'online', 'hybrid']))
  expect(all.every(event => event.created_by !== null)).toBe(true)
  // All were added before today.
  const midnight = new Date(new Date().setHours(0, 0, 0, 0))
  expect(all.every(event => new Date(event.created_at) < midnight)).toBe(true)
  expect(
    all.filter(event => event.updated_by !== null && event.updated_by.id !== event.created_by?.id).length,
  ).toBeGreaterThan(2)
})
