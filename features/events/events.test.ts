import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../contract/versions.ts'
import { name, sql } from '../../database/connection/sql.ts'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent, deleteEvent, updateEvent } from './contract.ts'

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
  start_time: '08:00',
  end_time: '09:30',
  event_type: 'in_person' as const,
  is_online: false,
  meeting_link: null,
}
const online = { ...breakfast, event_type: 'online' as const, is_online: true, meeting_link: 'https://meet.example/a' }

test('Ada adds an event, and both addresses answer the same array', {
  tags: ['API-71', 'API-73', 'API-74', 'API-75', 'EVT-20'],
}, async () => {
  const answer = await ada.asks('POST', '/api/direct-events', breakfast)
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
    ...breakfast,
    id: expect.any(Number),
    created_by: { id: ada.profile_id, full_name: 'Ada' },
    updated_by: null,
    version: 1,
  })
  expect(await bob.reads('/api/direct-events')).toEqual([answer.json])
  expect(await bob.reads('/api/events')).toEqual([answer.json])
})

test('without a session the calendar stays closed', { tags: ['EVT-19'] }, async () => {
  expect(await server.visitor.tries('GET', '/api/direct-events')).toBe(401)
  expect(await server.visitor.tries('GET', '/api/events')).toBe(401)
})

test('what a short call leaves out has its default', { tags: ['TXT-10'] }, async () => {
  const { title, description, location, event_date } = breakfast
  const answer = await ada.asks('POST', '/api/direct-events', { title, description, location, event_date })
  expect(answer.json).toMatchObject({
    start_time: '18:00',
    end_time: '20:00',
    ends_next_day: false,
    event_type: 'in_person',
    is_online: false,
    meeting_link: null,
  })
})

test('a refused event says why in its error field', {
  tags: ['API-76', 'API-80', 'EVT-49', 'EVT-50', 'EVT-51', 'EVT-52', 'EVT-54'],
}, async () => {
  const { id } = await ada.does(createEvent, breakfast)
  const MISSING = 'Please fill in all required fields'
  const wrong: [object, string][] = [
    [{ title: ' ' }, MISSING],
    [{ description: '' }, MISSING],
    [{ event_date: '' }, MISSING],
    [{ event_date: '2030-02-30' }, 'The date is not a day of the calendar.'],
    [{ event_date: 'tomorrow' }, 'The date is not a day of the calendar.'],
    [{ event_date: '0000-01-01' }, 'The date is too early: events can be from January 1, 1900.'],
    [{ event_date: '1899-12-31' }, 'The date is too early: events can be from January 1, 1900.'],
    [{ event_date: '9999-01-01' }, 'The date is too late: events can be until December 31, 2100.'],
    [{ event_date: '12026-03-08' }, 'The date is too late: events can be until December 31, 2100.'],
    [{ location: '' }, MISSING],
    [{ is_online: true, meeting_link: '' }, MISSING],
    [
      { is_online: true, meeting_link: 'javascript:alert(1)' },
      'The meeting link is not a web address, such as https://example.com.',
    ],
    [
      { is_online: true, meeting_link: 'https://zoom.us:j@evil.example/' },
      'The meeting link must not contain a username or password.',
    ],
    [
      { is_online: true, meeting_link: 'https://@evil.example/' },
      'The meeting link must not contain a username or password.',
    ],
    [
      { is_online: true, meeting_link: 'https://a\tb.example' },
      'The meeting link must not contain blanks, backslashes or invisible characters.',
    ],
    [
      { is_online: true, meeting_link: 'https:///evil.example' },
      'The meeting link is not a web address, such as https://example.com.',
    ],
    [{ event_type: 'party' }, 'The type must be in_person, online or hybrid.'],
    [{ start_time: '25:00' }, 'Please enter a time such as 18:00.'],
    [
      { start_time: '18:00', end_time: '17:00' },
      'The end time is before the start time. If the event ends the next day, say so.',
    ],
    [{ title: 'x'.repeat(201) }, 'At most 200 characters; this is 201.'],
  ]
  for (const [change, error] of wrong) {
    const body = { ...breakfast, ...change }
    expect(await ada.asks('POST', '/api/direct-events', body)).toMatchObject({ status: 400, json: { error } })
    expect(await ada.asks('PATCH', `/api/direct-events/${id}`, body)).toMatchObject({ status: 400, json: { error } })
  }
  expect(await ada.asks('PATCH', '/api/direct-events/2000000', breakfast)).toMatchObject({
    status: 404,
    json: { error: expect.any(String) },
  })
  expect(await server.owner.rows(sql`select 1 from events`)).toHaveLength(1)
})

test('an online event needs no place, and an event that is not online keeps no link', {
  tags: ['EVT-53', 'EVT-55', 'DATA-60'],
}, async () => {
  expect(await ada.does(createEvent, { ...online, location: null })).toMatchObject({ location: '' })
  const offline = await ada.does(createEvent, { ...online, event_type: 'in_person', is_online: false })
  expect(offline).toMatchObject({ meeting_link: null })
  const turned = await ada.does(updateEvent, {
    id: offline.id,
    is_online: true,
    meeting_link: 'https://meet.example/b',
  })
  expect(turned).toMatchObject({ event_type: 'in_person', meeting_link: 'https://meet.example/b' })
})

test('an event with ends_next_day may end before its start time', async () => {
  const late = { ...breakfast, start_time: '21:00', end_time: '01:00', ends_next_day: true }
  expect(await ada.does(createEvent, late)).toMatchObject(late)
})

test('Bob changes the event Ada added, and it says so', {
  tags: ['API-78', 'API-79', 'EVT-11', 'EVT-21'],
}, async () => {
  const added = await ada.does(createEvent, breakfast)
  const answer = await bob.asks('PATCH', `/api/direct-events/${added.id}`, { ...breakfast, title: 'Founders brunch' })
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({
    id: added.id,
    title: 'Founders brunch',
    created_by: { full_name: 'Ada' },
    updated_by: { id: bob.profile_id, full_name: 'Bob' },
    version: 2,
  })
  expect(await ada.reads(`/api/direct-events/${added.id}`)).toEqual(answer.json)
})

test('Bob deletes the event Ada added', { tags: ['API-81', 'EVT-22'] }, async () => {
  const { id } = await ada.does(createEvent, breakfast)
  expect(await bob.asks('DELETE', `/api/direct-events/${id}`)).toMatchObject({ status: 204, text: '' })
  expect(await ada.reads('/api/direct-events')).toEqual([])
  expect(await bob.tries('DELETE', `/api/direct-events/${id}`)).toBe(404)
})

test('the second of two editors gets a conflict (409)', async () => {
  const { id, version } = await ada.does(createEvent, breakfast)
  await bob.does(updateEvent, { id, title: "Bob's title", version })
  const late = await ada.asks('PATCH', `/api/direct-events/${id}`, { ...breakfast, title: "Ada's title", version })
  expect(late).toMatchObject({ status: 409, json: { error: CHANGED_MEANWHILE } })
  expect(await ada.reads(`/api/direct-events/${id}`)).toMatchObject({ title: "Bob's title", version: 2 })
  await ada.does(updateEvent, { id, title: "Ada's title", version: 2 })
})

test('of eight concurrent saves of the same version, exactly one succeeds', async () => {
  const { id, version } = await ada.does(createEvent, breakfast)
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      (i % 2 ? ada : bob).tries('PATCH', `/api/direct-events/${id}`, { title: `Attempt ${i}`, version }),
    ),
  )
  expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('the table has the specified columns and types', {
  tags: ['DATA-56', 'DATA-57', 'DATA-59', 'DATA-60'],
}, async () => {
  const columns = await server.owner.rows<{ column_name: string; data_type: string; is_nullable: string }>(sql`
    select column_name, data_type, is_nullable from information_schema.columns where table_name = 'events'`)
  const types = Object.fromEntries(
    columns.map(column => [column.column_name, `${column.data_type} ${column.is_nullable}`]),
  )
  expect(types).toMatchObject({
    id: 'integer NO',
    title: 'text NO',
    description: 'text NO',
    location: 'text NO',
    event_date: 'date NO',
    start_time: 'time without time zone NO',
    end_time: 'time without time zone NO',
    event_type: 'text NO',
    is_online: 'boolean NO',
    meeting_link: 'text YES',
    created_by: 'uuid YES',
    updated_by: 'uuid YES',
  })
})

test('the database itself refuses what the form would', { tags: ['DATA-58'] }, async () => {
  const insert = (type: string, link: string | null, end = '20:00', place = 'Here') =>
    ada.sql(sql`insert into events (title, description, location, event_date, event_type, is_online, meeting_link, end_time)
      values ('T', 'D', ${place}, '2030-01-01', ${type}, ${link !== null}, ${link}, ${end})`)
  await insert('hybrid', 'https://meet.example')
  await expect(insert('party', null)).rejects.toThrow('events_event_type_check')
  await expect(insert('online', 'javascript:alert(1)')).rejects.toThrow('events_meeting_link_check')
  await expect(insert('in_person', null, '17:00')).rejects.toThrow('ends_after_it_starts')
  await expect(insert('in_person', null, '20:00', ' ')).rejects.toThrow('a_place_unless_online')
})

test('a member cannot set the creator, the editor, the times or the version', async () => {
  const { id } = await ada.does(createEvent, breakfast)
  for (const column of ['created_by', 'updated_by', 'version', 'created_at'])
    await expect(bob.sql(sql`update events set ${name(column)} = ${name(column)} where id = ${id}`)).rejects.toThrow(
      'permission denied',
    )
  await expect(
    bob.sql(
      sql`insert into events (title, description, location, event_date, created_by) values ('T', 'D', 'L', '2030-01-01', ${ada.user_id})`,
    ),
  ).rejects.toThrow('permission denied')
})

test('a retry with the same idempotency key creates one event', async () => {
  const send = () => ada.asks('POST', '/api/direct-events', breakfast, { 'idempotency-key': 'once' })
  const [first, again] = [await send(), await send()]
  expect(again.json).toEqual(first.json)
  expect(await ada.reads('/api/direct-events')).toHaveLength(1)
})

test('deleting needs only the id', async () => {
  const { id } = await ada.does(createEvent, breakfast)
  await ada.does(deleteEvent, { id })
  expect(await ada.tries('DELETE', '/api/direct-events/nonsense')).toBe(404)
})
