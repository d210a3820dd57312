import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createReply, createTopic, deleteTopic, likeTopic } from '../forum/contract.ts'
import { type Activity, listActivity } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const summaries = (items: Activity[]) =>
  items.map(item => `${item.actor.full_name} ${item.kind} ${item.subject ?? ''}`.trim())

test('who joined, posted, replied and liked, newest first', async () => {
  const topic = await ada.does(createTopic, { title: 'Demo day', content: 'Who comes?' })
  await bob.does(createReply, { id: topic.id, content: 'Me.' })
  await bob.does(likeTopic, { id: topic.id })
  expect(summaries(await ada.does(listActivity, {}))).toEqual([
    'Bob like Demo day',
    'Bob reply Demo day',
    'Ada post Demo day',
    'Bob join',
    'Ada join',
  ])
  expect(summaries(await ada.does(listActivity, { kind: 'reply' }))).toEqual(['Bob reply Demo day'])

  await ada.does(deleteTopic, { id: topic.id })
  expect(summaries(await ada.does(listActivity, {}))).toEqual(['Bob join', 'Ada join'])
})

test('new events and investors are listed, private comments are not', async () => {
  const eve = await server.member('Eve')
  const date = { event_date: '2030-05-04', location: 'Fulton Market' }
  await eve.asks('POST', '/api/direct-events', { title: 'Founders breakfast', description: 'Eggs', ...date })
  const investor = await eve.asks('POST', '/api/investors', { name: 'Iris Vale', firm: 'Prairie Capital' })
  const { id } = investor.json as { id: number }
  const content = 'Never called back'
  await eve.asks('POST', `/api/investors/${id}/comments`, { content, rating: 1, is_private: true })
  expect(summaries(await bob.does(listActivity, { kind: 'event' }))).toEqual(['Eve event Founders breakfast'])
  expect(summaries(await bob.does(listActivity, { kind: 'investor' }))).toEqual([
    'Eve investor Iris Vale, Prairie Capital',
  ])
  const all = await bob.asks('GET', '/api/activity')
  expect(all.text).not.toContain(content)
  await server.owner.run(sql`delete from investors where id = ${id}`)
  await server.owner.run(sql`delete from events`)
  await server.owner.run(sql`update profiles set full_name = '' where id = ${eve.profile_id}`)
})

test('anonymous topics and replies are not listed', async () => {
  const topic = await ada.does(createTopic, { title: 'Secret', content: 'Mine', is_anonymous: true })
  await bob.does(createReply, { id: topic.id, content: 'Mine too', is_anonymous: true })
  expect(summaries(await bob.does(listActivity, {}))).toEqual(['Bob join', 'Ada join'])
})

test('ids and cursors of likes do not reveal how many likes anonymous topics have', async () => {
  const topic = (title: string) => ada.does(createTopic, { title, content: 'Words', is_anonymous: title === 'Hidden' })
  const [first, hidden, last] = [await topic('First'), await topic('Hidden'), await topic('Last')]
  for (const { id } of [first, hidden, last]) await bob.does(likeTopic, { id })
  // Liking twice is idempotent.
  for (const { id } of [hidden, last]) await bob.does(likeTopic, { id })
  await bob.does(likeTopic, { id: (await topic('One more')).id })
  const likes = (await ada.does(listActivity, { kind: 'like', limit: 3 })).reverse()
  expect(likes.map(({ id, subject }) => [id, subject])).toEqual([
    [`like-${first.id}-${bob.profile_id}`, 'First'],
    [`like-${last.id}-${bob.profile_id}`, 'Last'],
    [`like-${last.id + 1}-${bob.profile_id}`, 'One more'],
  ])
  const cursorAt = async (limit: number) => {
    const { headers } = await ada.asks('GET', `/api/activity?kind=like&limit=${limit}`)
    return JSON.parse(Buffer.from(/after=([\w-]+)/.exec(String(headers.link))?.[1] ?? '', 'base64url').toString())
  }
  await bob.does(likeTopic, { id: (await topic('The last')).id })
  const numbers: number[] = (await Promise.all([1, 2, 3].map(cursorAt))).map(([, number]) => number)
  const steps = numbers.slice(1).map((number, i) => Math.abs(number - (numbers[i] ?? 0)))
  expect(Math.max(...steps)).toBeGreaterThan(1000)
  for (const { id } of [first, hidden, last, { id: last.id + 1 }, { id: last.id + 2 }])
    await ada.does(deleteTopic, { id })
})

test('paging skips and repeats nothing, even among items of the same time', async () => {
  await server.owner.run(sql`
    insert into posts (user_id, title, content, created_at)
    select ${ada.profile_id}, 'Same moment ' || n, 'B', '2020-01-01' from generate_series(1, 7) n`)
  await server.owner.run(sql`
    insert into post_likes (post_id, profile_id, created_at)
    select id, profile, '2020-01-01' from posts, unnest(${[ada.profile_id, bob.profile_id]}::integer[]) profile
    where title like 'Same moment%'`)
  const all = await bob.does(listActivity, {})
  const paged = await bob.pages<Activity>('/api/activity?limit=4')
  expect(all).toHaveLength(23)
  expect(paged).toEqual(all)
})

test('a cursor of the wrong form is refused', async () => {
  expect(await bob.tries('GET', "/api/activity?after='%20or%201=1")).toBe(400)
})
