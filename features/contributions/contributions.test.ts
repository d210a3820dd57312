import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent } from '../events/contract.ts'
import { createReply, createTopic, deleteTopic } from '../forum/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { getMember } from '../members/contract.ts'
import { commands } from '../operator/commands.ts'
import { getIntroductionsOf } from '../outcomes/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { type Contribution, countContributions, listContributions } from './contract.ts'

let server: TestServer
let ada: Member
let bob: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl') })
  ada = await server.member('Ada')
  bob = await server.member('Bob')
})
afterAll(() => server.close())

const nothing = { topic: 0, reply: 0, event: 0, resource: 0, review: 0 }
const idOf = (member: Member) => member.profile_id ?? 0
const countsOf = (member: Member, reader = bob) => reader.does(countContributions, { id: idOf(member) })
const told = async (member: Member, reader = bob) =>
  (await reader.does(listContributions, { id: idOf(member) })).map(({ kind, subject }) => `${kind} ${subject}`)

test('what a member did in their own name, newest first, with counts, by kind', async () => {
  const carla = await server.member('Carla')
  const topic = await carla.does(createTopic, { title: 'Demo day', content: 'Who comes?' })
  const bobs = await bob.does(createTopic, { title: 'Of Bob', content: 'Text' })
  const reply = await carla.does(createReply, { id: bobs.id, content: 'Me.' })
  await carla.does(createEvent, {
    title: 'Breakfast',
    description: 'Eggs',
    event_date: '2030-05-04',
    location: 'Fulton Market',
  })
  await carla.asks('POST', '/api/resources', { title: 'A guide', url: 'https://example.com' })
  const investor = await bob.does(addInvestor, { name: 'Iris Vale', firm: 'Prairie Capital' })
  const review = await carla.does(postComment, { id: investor.id, content: 'Kind', rating: 5 })
  // What others do there is not hers.
  await bob.does(createReply, { id: topic.id, content: 'Bob replies' })
  await bob.does(postComment, { id: investor.id, content: 'Bob reviews' })

  expect(await told(carla)).toEqual([
    'review Iris Vale, Prairie Capital',
    'resource A guide',
    'event Breakfast',
    'reply Of Bob',
    'topic Demo day',
  ])
  expect(await countsOf(carla)).toEqual({ topic: 1, reply: 1, event: 1, resource: 1, review: 1 })
  expect(await bob.does(listContributions, { id: idOf(carla), kind: 'reply' })).toMatchObject([
    { kind: 'reply', id: reply.id, subject_id: bobs.id, subject: 'Of Bob' },
  ])
  expect(await bob.does(listContributions, { id: idOf(carla), kind: 'review' })).toMatchObject([
    { id: review.id, subject_id: investor.id },
  ])

  await carla.does(deleteTopic, { id: topic.id })
  expect(await countsOf(carla)).toMatchObject({ topic: 0, reply: 1 })
})

test('paging skips and repeats nothing, even among rows of the same time', async () => {
  const dora = await server.member('Dora')
  const { id } = await bob.does(createTopic, { title: 'Replies', content: 'Text' })
  await server.owner.run(sql`
    insert into posts (user_id, title, content, created_at)
    select ${dora.profile_id}, 'Same moment ' || n, 'B', '2020-01-01' from generate_series(1, 7) n`)
  await server.owner.run(sql`
    insert into comments (user_id, post_id, content, created_at)
    select ${dora.profile_id}, ${id}, 'B', '2020-01-01' from generate_series(1, 6) n`)
  const path = `/api/members/${dora.profile_id}/contributions`
  const all = await bob.reads<Contribution[]>(path)
  expect(all).toHaveLength(13)
  expect(await bob.pages<Contribution>(`${path}?limit=4`)).toEqual(all)
  expect(await bob.pages<Contribution>(`${path}?limit=2&kind=topic`)).toHaveLength(7)
})

test('an anonymous topic or reply is nowhere, for others and for its author', async () => {
  const eve = await server.member('Eve')
  const named = await eve.does(createTopic, { title: 'Named', content: 'Text' })
  await eve.does(createTopic, { title: 'Secret', content: 'Text', is_anonymous: true })
  await eve.does(createReply, { id: named.id, content: 'Secretly', is_anonymous: true })
  const other = await bob.does(createTopic, { title: 'With a secret reply', content: 'Text' })
  await eve.does(createReply, { id: other.id, content: 'Secretly', is_anonymous: true })
  for (const reader of [bob, eve]) {
    expect(await told(eve, reader)).toEqual(['topic Named'])
    expect(await countsOf(eve, reader)).toEqual({ ...nothing, topic: 1 })
    expect(await reader.sql(sql`select subject from contributions where profile_id = ${eve.profile_id}`)).toEqual([
      { subject: 'Named' },
    ])
  }
})

test('a private comment on an investor is nowhere, for others and for its writer', async () => {
  const fay = await server.member('Fay')
  const investor = await bob.does(addInvestor, { name: 'Otto Brandt', firm: 'Lakefront' })
  await fay.does(postComment, { id: investor.id, content: 'Never called back', rating: 1, is_private: true })
  for (const reader of [bob, fay]) {
    expect(await told(fay, reader)).toEqual([])
    expect(await countsOf(fay, reader)).toEqual(nothing)
  }
})

test('hidden content is not listed or counted until it is shown again', async () => {
  const gil = await server.member('Gil')
  const topic = await gil.does(createTopic, { title: 'Spam', content: 'Buy' })
  const run = (command: string) => commands[command]?.run(server.owner, 'post', String(topic.id))
  await run('hide')
  expect([await told(gil), await countsOf(gil)]).toEqual([[], nothing])
  await run('show')
  expect(await told(gil)).toEqual(['topic Spam'])
})

test('a member gets the same bytes about their own page as everybody else', async () => {
  const hal = await server.member('Hal')
  await hal.does(saveProfile, {
    bio: 'Freight',
    phone: '(312) 555-0111',
    email_visibility: 'only me',
    phone_visibility: 'only me',
  })
  await hal.does(createTopic, { title: 'Named', content: 'Text' })
  await hal.does(createTopic, { title: 'Secret', content: 'Text', is_anonymous: true })
  for (const { path } of [getMember, listContributions, countContributions, getIntroductionsOf]) {
    const address = path.replace(':id', String(hal.profile_id))
    const [own, others] = [await hal.asks('GET', address), await bob.asks('GET', address)]
    expect(others.status, address).toBe(200)
    expect(own.text, address).toBe(others.text)
    for (const hidden of ['555-0111', hal.email, 'Secret']) expect(own.text).not.toContain(hidden)
  }
})

test('an unknown member has no contributions; a disabled one keeps them, as they keep their page', async () => {
  for (const path of ['contributions', 'contributions/counts'])
    expect(await bob.tries('GET', `/api/members/2000000000/${path}`)).toBe(404)
  const ivy = await server.member('Ivy')
  await ivy.does(createTopic, { title: 'Still here', content: 'Text' })
  await server.owner.run(sql`update users set disabled_at = now() where id = ${ivy.user_id}`)
  expect(await bob.tries('GET', `/api/members/${ivy.profile_id}`)).toBe(200)
  expect(await told(ivy)).toEqual(['topic Still here'])
  expect(await told(ada)).toEqual([])
})
