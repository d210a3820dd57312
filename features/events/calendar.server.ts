import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, type ICalDayJsStub, ICalEventStatus } from 'ical-generator'
import { sql } from '../../database/connection/sql.ts'
import { Bytes, type Request } from '../../server/request/endpoint.ts'
import type { Event, eventCalendar } from './contract.ts'
import { eventJson } from './event-json.ts'
import { dayAfter } from './shared/days.ts'
import { vtimezone } from './vtimezone.ts'

/**
 * An event as an iCalendar file. UID is stable and SEQUENCE increases with every change, so that a calendar program that imports
 * the file again updates its entry.
 */
export async function sendCalendarFile({ tx, params, services }: Request<typeof eventCalendar>): Promise<Bytes> {
  const { event } = await tx.one<{ event: Event }>(
    sql`select ${eventJson} as event from events e where e.id = ${params.id}`,
  )
  const { communityName, publicUrl, timeZone } = services.config
  const file = Buffer.from(calendarFile(event, { communityName, publicUrl, timeZone }))
  return new Bytes(file, {
    etag: `"${createHash('sha256').update(file).digest('base64url')}"`,
    'cache-control': 'private, no-cache',
    'content-length': file.length,
    'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
    'content-disposition': `attachment; filename="event-${event.id}.ics"`,
  })
}

type CalendarConfig = { communityName: string; publicUrl: string; timeZone: string }

function calendarFile(event: Event, { communityName, publicUrl, timeZone }: CalendarConfig): string {
  const year = Number(event.event_date.slice(0, 4))
  const isMoment = event.end_time === event.start_time && !event.ends_next_day
  const lastDay = event.ends_next_day ? dayAfter(event.event_date) : event.event_date
  const calendar = ical({
    prodId: { company: communityName, product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // No name here, so that CREATED and DTSTAMP stay in UTC as RFC 5545 requires. The event sets the zone.
    timezone: { name: null, generator: zone => vtimezone(zone, year - 1, year + 1) },
  })
  const page = `${publicUrl}/events?event=${event.id}`
  calendar.createEvent({
    id: `event-${event.id}@${new URL(publicUrl).hostname}`,
    sequence: event.version - 1,
    timezone: timeZone,
    start: wallClock(event.event_date, event.start_time),
    // RFC 5545 requires DTEND to be after DTSTART; without DTEND the event ends when it starts.
    end: isMoment ? null : wallClock(lastDay, event.end_time),
    summary: event.title,
    description: [event.description, event.meeting_link && `Join: ${event.meeting_link}`, page]
      .filter(Boolean)
      .join('\n\n'),
    location: event.location || event.meeting_link || null,
    url: page,
    status: ICalEventStatus.CONFIRMED,
    created: new Date(event.created_at),
    lastModified: new Date(event.updated_at),
    stamp: new Date(event.updated_at),
  })
  return calendar.toString()
}

/**
 * A wall-clock time in the community's zone, as the Day.js-like object that the library accepts. Not a Date: the library would format
 * it in the machine's zone, where a daylight-saving change may skip that hour.
 */
function wallClock(day: string, time: string): ICalDayJsStub {
  const asIfUtc = new Date(`${day}T${time}:00Z`)
  return {
    isValid: () => true,
    toDate: () => asIfUtc,
    toJSON: () => asIfUtc.toJSON(),
    format: pattern => (pattern === 'YYYYMMDD' ? day.replaceAll('-', '') : `${time.replace(':', '')}00`),
  }
}
