import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Member, startTestServer, type TestServer } from '../../tests/test-server.ts'
import { createEvent, updateEvent } from './contract.ts'

let server: TestServer
let ada: Member
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { PUBLIC_URL: 'https://founders.example' } })
  ada = await server.member('Ada')
})
afterAll(() => server.close())

/** Parses the file with another library, which uses only the time zone in the file. */
async function readBack(id: number) {
  const answer = await ada.asks('GET', `/api/direct-events/${id}/calendar.ics`)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('text/calendar')
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="event-${id}.ics"`)
  const calendar = new ICAL.Component(ICAL.parse(answer.text))
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') as ICAL.Component)
  const vevent = calendar.getFirstSubcomponent('vevent') as ICAL.Component
  const event = new ICAL.Event(vevent)
  const instant = (time: ICAL.Time) => {
    const { year, month, day, hour, minute, second } = time
    const localTime = new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone)
    return localTime.toJSDate().toISOString()
  }
  return { event, vevent, zone, start: instant(event.startDate), end: instant(event.endDate), text: answer.text }
}

const meetup = {
  title: 'Robotics meetup; bring, a friend',
  description: 'Line one\nLine two, with a comma; and a semicolon\\',
  location: 'mHUB, 1623 W Fulton St, Chicago',
  event_date: '2026-07-14',
  start_time: '18:00',
  end_time: '20:30',
}

test('the file has the right start and end, in summer and in winter', async () => {
  const summer = await readBack((await ada.does(createEvent, meetup)).id)
  expect(summer).toMatchObject({ start: '2026-07-14T23:00:00.000Z', end: '2026-07-15T01:30:00.000Z' })
  expect(summer.zone.tzid).toBe('America/Chicago')
  expect(summer.vevent.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('America/Chicago')
  const winter = await readBack((await ada.does(createEvent, { ...meetup, event_date: '2026-01-14' })).id)
  expect(winter).toMatchObject({ start: '2026-01-15T00:00:00.000Z', end: '2026-01-15T02:30:00.000Z' })
})

test('the times are right on days of a daylight-saving change', async () => {
  const at = async (event_date: string, start_time: string, end_time: string) => {
    const { start, end } = await readBack(
      (await ada.does(createEvent, { ...meetup, event_date, start_time, end_time })).id,
    )
    return [start, end]
  }
  expect(await at('2026-03-08', '01:30', '03:30')).toEqual(['2026-03-08T07:30:00.000Z', '2026-03-08T08:30:00.000Z'])
  expect(await at('2026-11-01', '00:30', '02:30')).toEqual(['2026-11-01T05:30:00.000Z', '2026-11-01T08:30:00.000Z'])
})

test('an event that ends the next day has the right end', async () => {
  const late = { ...meetup, event_date: '2026-12-31', start_time: '22:00', end_time: '01:00', ends_next_day: true }
  expect(await readBack((await ada.does(createEvent, late)).id)).toMatchObject({
    start: '2027-01-01T04:00:00.000Z',
    end: '2027-01-01T07:00:00.000Z',
  })
})

test('an event that ends when it starts has no DTEND, because RFC 5545 requires a later one', async () => {
  const moment = await readBack((await ada.does(createEvent, { ...meetup, end_time: meetup.start_time })).id)
  expect(moment.text).not.toContain('DTEND')
  expect(moment.start).toBe('2026-07-14T23:00:00.000Z')
  const wholeDay = { ...meetup, end_time: meetup.start_time, ends_next_day: true }
  expect((await readBack((await ada.does(createEvent, wholeDay)).id)).end).toBe('2026-07-15T23:00:00.000Z')
})

test('the text is preserved, and the entry links to the page', async () => {
  const { id } = await ada.does(createEvent, {
    ...meetup,
    event_type: 'hybrid',
    is_online: true,
    meeting_link: 'https://meet.example/robots?pwd=1,2',
  })
  const { event, vevent, text } = await readBack(id)
  expect(event.summary).toBe(meetup.title)
  expect(event.location).toBe(meetup.location)
  expect(event.description).toContain(meetup.description)
  expect(event.description).toContain('Join: https://meet.example/robots?pwd=1,2')
  expect(vevent.getFirstPropertyValue('url')).toBe(`https://founders.example/events?event=${id}`)
  expect(Math.max(...text.split('\r\n').map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})

test('a changed event keeps its UID and increases its SEQUENCE', async () => {
  const { id } = await ada.does(createEvent, meetup)
  const first = await readBack(id)
  await ada.does(updateEvent, { id, start_time: '19:00' })
  const second = await readBack(id)
  expect(first.event.uid).toBe(`event-${id}@founders.example`)
  expect(second.event.uid).toBe(first.event.uid)
  expect([first.event.sequence, second.event.sequence]).toEqual([0, 1])
  expect(String(second.vevent.getFirstPropertyValue('last-modified'))).toMatch(/Z$/)
})

test('an unknown event has no file', async () => {
  expect(await ada.tries('GET', '/api/direct-events/999999/calendar.ics')).toBe(404)
})
