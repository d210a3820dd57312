import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent, type Event, listEvents } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())
beforeEach(() => server.owner.run(sql`delete from events`))

const breakfast = {
  title: 'Founders breakfast',
  description: 'Coffee and honest numbers.',
  location: 'Lula Cafe, Logan Square',
  event_date: '2030-03-08',
}
const titles = (events: Event[]) => events.map(event => event.title)

const dated = (title: string, event_date: string, start_time = '18:00') =>
  ada.does(createEvent, { ...breakfast, title, event_date, start_time, end_time: '23:00' })
const day = async (offset: number) =>
  (
    await server.owner.one<{ day: string }>(
      sql`select (today_in(${server.config.timeZone}) + ${offset}::integer)::text as day`,
    )
  ).day

test('the tabs part the calendar at today, each in its order', {
  tags: ['EVT-23', 'EVT-24', 'EVT-25', 'EVT-26', 'EVT-27', 'EVT-28'],
}, async () => {
  for (const [title, offset] of [
    ['tomorrow', 1],
    ['yesterday', -1],
    ['today', 0],
    ['last week', -7],
    ['next week', 7],
  ] as const)
    await dated(title, await day(offset))
  await dated('today, earlier', await day(0), '09:00')
  const on = async (tab?: 'upcoming' | 'past' | 'all') => titles(await bob.does(listEvents, { tab }))
  expect(await on('upcoming')).toEqual(['today, earlier', 'today', 'tomorrow', 'next week'])
  expect(await on('past')).toEqual(['yesterday', 'last week'])
  const all = ['last week', 'yesterday', 'today, earlier', 'today', 'tomorrow', 'next week']
  expect(await on('all')).toEqual(all)
  expect(await on()).toEqual(all)
})

test("today is the community's, not the server's", { tags: ['EVT-23'] }, async () => {
  const elsewhere = { adminUrl: inject('adminUrl') }
  // These two zones never have the same date.
  const [east, west] = await Promise.all([
    startTestServer({ ...elsewhere, env: { TIME_ZONE: 'Pacific/Kiritimati' } }),
    startTestServer({ ...elsewhere, env: { TIME_ZONE: 'Etc/GMT+12' } }),
  ])
  try {
    const { day: westToday } = await west.owner.one<{ day: string }>(sql`select today_in('Etc/GMT+12')::text as day`)
    for (const [otherServer, tab] of [
      [east, 'past'],
      [west, 'upcoming'],
    ] as const) {
      const eve = await otherServer.member('Eve')
      await eve.does(createEvent, { ...breakfast, event_date: westToday })
      expect(await eve.does(listEvents, { tab })).toHaveLength(1)
    }
  } finally {
    await Promise.all([east.close(), west.close()])
  }
})

test("the database's today turns at the community's midnight, on the days the clocks change too", {
  tags: ['EVT-25'],
}, async () => {
  const at = async (instant: string) =>
    (await ada.sql<{ day: string }>(sql`select today_in('America/Chicago', ${instant}::timestamptz)::text as day`))[0]
      ?.day
  expect(await at('2026-03-08T05:59:59Z')).toBe('2026-03-07')
  expect(await at('2026-03-08T06:00:00Z')).toBe('2026-03-08')
  expect(await at('2026-03-09T04:59:59Z')).toBe('2026-03-08')
  expect(await at('2026-03-09T05:00:00Z')).toBe('2026-03-09')
  expect(await at('2026-11-01T04:59:59Z')).toBe('2026-10-31')
  expect(await at('2026-11-02T05:59:59Z')).toBe('2026-11-01')
  expect(await at('2026-11-02T06:00:00Z')).toBe('2026-11-02')
})

test('the search finds title, description and location, whatever the case', {
  tags: ['EVT-30', 'EVT-31', 'EVT-32', 'EVT-33'],
}, async () => {
  await ada.does(createEvent, breakfast)
  await ada.does(createEvent, { ...breakfast, title: '100% remote', description: 'All of us', location: 'Pilsen_loft' })
  const finds = async (q: string) => titles(await bob.does(listEvents, { q }))
  expect(await finds('BREAKFAST')).toEqual(['Founders breakfast'])
  expect(await finds('honest')).toEqual(['Founders breakfast'])
  expect(await finds('logan SQUARE')).toEqual(['Founders breakfast'])
  expect(await finds('pilsen')).toEqual(['100% remote'])
  expect(await finds('nowhere')).toEqual([])
  await ada.does(createEvent, { ...breakfast, title: 'Tasting', location: 'CAFÉ Integral' })
  expect(await finds('café int')).toEqual(['Tasting'])
  expect(await finds('CAFE int')).toEqual(['Tasting'])
  // LIKE wildcards are escaped, and a match does not span two fields.
  expect(await finds('100%')).toEqual(['100% remote'])
  expect(await finds('%')).toEqual(['100% remote'])
  expect(await finds('_')).toEqual(['100% remote'])
  expect(await finds('remote All')).toEqual([])
})

test('paging lists each event once, ascending and descending', async () => {
  for (let i = 0; i < 7; i++) await dated(`past ${i}`, `2020-01-0${1 + Math.floor(i / 2)}`)
  for (const tab of ['all', 'past'] as const) {
    const listedTitles: string[] = []
    let next: string | undefined = `/api/direct-events?tab=${tab}&limit=3`
    while (next) {
      const answer: { json: Event[]; headers: Record<string, unknown> } = await bob.asks('GET', next)
      listedTitles.push(...titles(answer.json))
      next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    const order = ['past 0', 'past 1', 'past 2', 'past 3', 'past 4', 'past 5', 'past 6']
    expect(listedTitles).toEqual(tab === 'past' ? order.reverse() : order)
  }
  expect((await bob.asks('GET', '/api/direct-events?limit=7')).headers.link).toBeUndefined()
  expect(await bob.tries('GET', '/api/direct-events?after=nonsense')).toBe(400)
  const impossible = Buffer.from(JSON.stringify(['2026-02-31', '10:00', 1])).toString('base64url')
  expect(await bob.tries('GET', `/api/direct-events?after=${impossible}`)).toBe(400)
})
