import { sql } from '../../database/connection/sql.ts'
import { createEvent } from '../../features/events/contract.ts'
import { createTopic } from '../../features/forum/contract.ts'
import { addInvestor } from '../../features/investors/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { expect, lookAt, type Person, test } from './fixtures.ts'

const EVENING = '2026-03-01T03:00:00Z'
const CHICAGO = 'America/Chicago'
const TOKYO = 'Asia/Tokyo'

test('content added on an evening in Chicago shows that date on every screen, in every time zone', {
  tag: '@main',
}, async ({ ada, bob, eve, server }) => {
  const { http } = bob.member
  const topic = await http.does(createTopic, { title: 'Dock leases', content: 'Who has one?', tags: ['General'] })
  const investor = await http.does(addInvestor, { name: 'Grace Liu', firm: 'Lakeview Capital' })
  const resource = await http.does(shareLink, { title: 'How to hire', url: 'https://example.com' })
  for (const [table, id] of [
    [sql`posts`, topic.id],
    [sql`investors`, investor.id],
    [sql`resources`, resource.id],
    [sql`profiles`, http.profile_id],
  ] as const)
    await server.owner.run(sql`update ${table} set created_at = ${EVENING} where id = ${id}`)

  await ada.livesIn(TOKYO)
  await eve.livesIn(CHICAGO)
  for (const reader of [ada, eve])
    for (const [address, date] of [
      [`/forum/${topic.id}`, 'Feb 28, 2026'],
      [`/investors?investor=${investor.id}`, 'Added on Feb 28, 2026'],
      ['/resources?q=hire', 'Feb 28, 2026'],
      [`/members/${http.profile_id}`, 'Member since February 2026'],
    ] as const) {
      await reader.opens(address)
      await reader.sees(date)
    }
})

test('the event form names its time zone, and the card names it for readers in another zone', async ({
  ada,
  bob,
  eve,
  server,
}) => {
  await server.owner.run(sql`delete from events`)
  const event = { title: 'Founders breakfast', description: 'Coffee.', location: 'Lula Cafe', event_date: '2030-03-08' }
  await bob.member.http.does(createEvent, { ...event, start_time: '08:00', end_time: '09:30' })
  const card = ({ page }: Person) => page.getByRole('article', { name: 'Founders breakfast' })
  await ada.livesIn(TOKYO)
  await ada.opens('/events')
  await expect(card(ada)).toContainText('8:00 AM – 9:30 AM · Chicago time')
  await lookAt(ada.page, 'events-elsewhere')
  await ada.opens('/')
  await ada.sees('Mar 8, 2030 · 8:00 AM · Chicago time')

  await eve.livesIn(CHICAGO)
  await eve.opens('/')
  await eve.sees('Mar 8, 2030 · 8:00 AM')
  await eve.opens('/events')
  await expect(card(eve)).toContainText('8:00 AM – 9:30 AM')
  await expect(card(eve)).not.toContainText('Chicago time')
  await eve.clicks('Create Event')
  for (const label of ['Start Time', 'End Time'])
    await expect(eve.page.getByLabel(label)).toHaveAccessibleDescription('Chicago time')
  await lookAt(eve.page, 'event-form')
})
