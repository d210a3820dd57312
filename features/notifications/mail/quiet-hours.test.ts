import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../../../tests/test-server.ts'
import { updateNotificationSettings } from '../contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

test('quiet hours cross midnight, and follow the time zone through clock changes', async () => {
  const end = async (at: string, zone: string, from: string, until: string) => {
    const [row] = await server.owner.rows<{ end: Date | null }>(
      sql`select end_of_quiet_hours(${at}, ${zone}, ${from}, ${until}) as end`,
    )
    return row?.end?.toISOString().slice(0, 16) ?? null
  }
  const table: [at: string, zone: string, from: string, until: string, end: string | null][] = [
    ['2026-06-10T12:30Z', 'Asia/Tokyo', '22:00', '07:00', null], // 21:30
    ['2026-06-10T13:00Z', 'Asia/Tokyo', '22:00', '07:00', '2026-06-10T22:00'], // 22:00
    ['2026-06-10T21:59Z', 'Asia/Tokyo', '22:00', '07:00', '2026-06-10T22:00'], // 06:59
    ['2026-06-10T22:00Z', 'Asia/Tokyo', '22:00', '07:00', null], // 07:00
    ['2026-06-11T05:30Z', 'America/Los_Angeles', '22:00', '07:00', '2026-06-11T14:00'], // 22:30 of the day before
    ['2026-06-11T13:00Z', 'America/Los_Angeles', '22:00', '07:00', '2026-06-11T14:00'], // 06:00
    ['2026-06-11T20:00Z', 'America/Los_Angeles', '12:00', '14:00', '2026-06-11T21:00'], // 13:00, within a day
    ['2026-06-11T20:00Z', 'America/Los_Angeles', '12:00', '12:00', null],
    ['2026-03-08T06:00Z', 'America/Chicago', '22:00', '07:00', '2026-03-08T12:00'], // clocks go forward in this night
    ['2026-11-01T04:00Z', 'America/Chicago', '22:00', '07:00', '2026-11-01T13:00'], // and back in this one
    ['2026-06-10T18:20Z', 'Asia/Kathmandu', '00:00', '06:00', '2026-06-11T00:15'], // 00:05, UTC+5:45
  ]
  for (const [at, zone, from, until, expected] of table)
    expect([at, zone, await end(at, zone, from, until)]).toEqual([at, zone, expected])
})

test('a time zone that PostgreSQL does not know is read as that of the community', async () => {
  const ada = await server.member('Ada')
  await ada.does(updateNotificationSettings, { quiet_from: '22:00', quiet_until: '07:00' })
  await server.owner.run(sql`
    with chosen as (update notification_settings set time_zone = 'Mars/Olympus' where user_id = ${ada.user_id})
    update users set created_at = now() - interval '2 days' where id = ${ada.user_id}`)
  const dueAt = async (at: string) =>
    (await server.owner.rows(sql`select user_id from due_digests('Asia/Tokyo', false, now()::date + ${at}::time)`))
      .length
  expect(await dueAt('23:30')).toBe(1) // 08:30 in Tokyo
  expect(await dueAt('21:30')).toBe(0) // 06:30
})
