import { ById } from '../../contract/endpoint.ts'
import { setGiven, sql } from '../../database/connection/sql.ts'
import { call, page } from '../../server/pages/boot.ts'
import { handle, read, type WriteRequest, write } from '../../server/request/endpoint.ts'
import { Refusal } from '../../server/request/errors.ts'
import { sendCalendarFile } from './calendar.server.ts'
import { createEvent, deleteEvent, eventCalendar, eventListing, getEvent, listEvents, updateEvent } from './contract.ts'
import { eventJson } from './event-json.ts'
import list from './list.server.ts'
import { type Draft, problemsOf } from './shared/event.ts'

const eventById = ({ params }: { params: { id: number } }) =>
  sql`select ${eventJson} from events e where e.id = ${params.id}`

const create = write(createEvent, ({ body }) => {
  const link = body.is_online ? body.meeting_link : null
  return sql`
    with e as (
      insert into events (title, description, location, event_date, start_time, end_time, ends_next_day, event_type, is_online, meeting_link)
      values (${body.title}, ${body.description}, ${body.location ?? ''}, ${body.event_date}, ${body.start_time}, ${body.end_time},
        ${body.ends_next_day}, ${body.event_type}, ${body.is_online}, ${link})
      returning *)
    select ${eventJson} from e`
})

const columns = [
  'title',
  'description',
  'location',
  'event_date',
  'start_time',
  'end_time',
  'ends_next_day',
  'event_type',
  'is_online',
  'meeting_link',
] as const

const before = sql`title, description, location, event_date::text, to_char(start_time, 'HH24:MI') as start_time,
  to_char(end_time, 'HH24:MI') as end_time, ends_next_day, event_type, is_online, meeting_link`

/** Omitted fields keep their value, so the merged event is validated. */
function update({ params, body: { version, ...changes }, before }: WriteRequest<typeof updateEvent, Draft>) {
  const merged = { ...before, ...changes }
  const fields = problemsOf(merged)
  const [problem] = Object.values(fields)
  if (problem) throw new Refusal(400, problem, { fields })
  const given = { ...changes, meeting_link: merged.is_online ? merged.meeting_link : null }
  if (given.location === null) given.location = ''
  return sql`
    with e as (update events set ${setGiven(columns, given)} where id = ${params.id} returning *)
    select ${eventJson} from e`
}

const on = 'events'

export default [
  ...list,
  read(getEvent, eventById),
  create,
  write(updateEvent, update, { on, before }),
  write(deleteEvent, ({ params }) => sql`delete from events where id = ${params.id} returning id`, { on }),
  // Not a read(): the file is made from the row.
  handle(eventCalendar, sendCalendarFile, { answersHead: true }),
]

export const preloads = [
  page('/events', ({ searchParams }) => {
    const shown = ById.safeParse({ id: searchParams.get('event') })
    const list = call(listEvents, eventListing(Object.fromEntries(searchParams)))
    return shown.success ? [list, call(getEvent, shown.data)] : [list]
  }),
]
