import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { getHome, getSinceLastVisit, noteComplete, noteWelcome } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
})
afterAll(() => server.close())

test('the dashboard has the latest four topics and four activities, in one answer', {
  tags: ['TXT-40', 'TXT-41'],
}, async () => {
  const ada = await server.member('Ada')
  expect(await ada.does(getHome, {})).toMatchObject({
    is_empty: true,
    topics: [{ author: null }],
    activities: [{ kind: 'join' }],
  })

  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await ada.does(createTopic, { title, content: 'Words' })
  const home = await ada.does(getHome, {})
  expect(home.is_empty).toBe(false)
  expect(home.topics.map(topic => topic.title)).toEqual(['Five', 'Four', 'Three', 'Two'])
  expect(home.topics[0]).toMatchObject({
    author: { full_name: 'Ada' },
    tags: ['General'],
    likes_count: 0,
    comments_count: 0,
  })
  expect(home.activities.map(item => item.subject)).toEqual(['Five', 'Four', 'Three', 'Two'])
})

test('the next two events, the soonest first', { tags: ['TXT-42'] }, async () => {
  const ada = await server.member('Ada')
  const [day, before] = [3, -3].map(days => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  const makes = (title: string, event_date = day, start_time = '18:00', end_time = '20:00') =>
    ada.asks('POST', '/api/direct-events', {
      title,
      description: 'Words',
      location: 'Loop',
      event_date,
      start_time,
      end_time,
    })
  await makes('Evening')
  await makes('Long past', before)
  await makes('In ten years', '2036-01-01')
  await makes('Morning', day, '08:30')
  const { events } = await ada.does(getHome, {})
  expect(events.map(event => `${event.start_time} ${event.title}`)).toEqual(['08:30 Morning', '18:00 Evening'])
})

test('today is the day in the community’s time zone: its events are listed, those of yesterday are not', async () => {
  // At any time, at least one of these zones has another date than UTC.
  for (const TIME_ZONE of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const otherServer = await startTestServer({ adminUrl: inject('adminUrl'), env: { TIME_ZONE } })
    const eve = await otherServer.member('Eve')
    const dayIn = (time: number) => new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(time)
    for (const [title, day] of [
      ['Today', dayIn(Date.now())],
      ['Yesterday', dayIn(Date.now() - 86_400_000)],
    ])
      await otherServer.owner.run(sql`
        insert into events (title, description, event_date, start_time, end_time, location, created_by)
        values (${title}, 'Words', ${day}, '23:00', '23:30', 'Loop', ${eve.user_id})`)
    const { events } = await eve.does(getHome, {})
    expect([TIME_ZONE, ...events.map(event => event.title)]).toEqual([TIME_ZONE, 'Today'])
    await otherServer.close()
  }
})

test('an anonymous topic is listed on the dashboard without its author', async () => {
  const [ada, bob] = [await server.member('Ada Unmistakable'), await server.member('Bob')]
  const topic = await ada.does(createTopic, { title: 'Hush', content: 'Words', is_anonymous: true })
  await ada.does(createReply, { id: topic.id, content: 'Hush too', is_anonymous: true })
  const { text } = await bob.asks('GET', '/api/home')
  expect(JSON.parse(text).topics[0]).toMatchObject({
    title: 'Hush',
    is_anonymous: true,
    author: null,
    comments_count: 1,
  })
  expect(JSON.stringify(JSON.parse(text).activities)).not.toContain('Hush')
})

test('that my profile is complete is noted for me only, and begins no visit', async () => {
  const ada = await server.member('Ada')
  const bob = await server.member('Bob')
  expect((await ada.does(getHome, {})).saw_complete).toBe(false)
  for (let i = 0; i < 2; i++) await ada.does(noteComplete, {})
  expect((await ada.does(getHome, {})).saw_complete).toBe(true)
  expect((await bob.does(getHome, {})).saw_complete).toBe(false)
  expect((await ada.does(getSinceLastVisit, {})).since).toBeNull()
})

test('what a new member saw is noted for them only, begins no visit, and done stays done', async () => {
  const [ada, bob] = [await server.member('Ada'), await server.member('Bob')]
  const noted = async (member = ada) => (await member.does(getHome, {})).welcome
  expect(await noted()).toBeNull()
  await ada.does(noteWelcome, { welcome: 'asked' })
  expect(await noted()).toBe('asked')
  await ada.does(noteWelcome, { welcome: 'done' })
  await ada.does(noteWelcome, { welcome: 'asked' })
  expect(await noted()).toBe('done')
  expect(await noted(bob)).toBeNull()
  expect(await ada.tries('POST', '/api/visits/welcome', { welcome: null })).toBe(400)
  expect(await ada.tries('POST', '/api/visits/welcome', {})).toBe(400)
  expect((await ada.does(getSinceLastVisit, {})).since).toBeNull()
})
