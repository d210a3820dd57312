import { allOf, sql } from '../../database/sql.ts'
import { handle, type Request } from '../../server/endpoint.ts'
import { notFound, Refusal } from '../../server/errors.ts'
import { anywhere, listPage, placeOf } from '../../server/list-page.ts'
import { sendCalendarFile } from './calendar.server.ts'
import {
  createEvent,
  deleteEvent,
  eventCalendar,
  getEvent,
  listEvents,
  listEventsAgain,
  updateEvent,
} from './contract.ts'
import { eventJson } from './event-json.ts'
import { type Draft, problemsOf } from './shared/event.ts'

const CHANGED_MEANWHILE =
  'This event was changed by another member since you opened it. Your changes have not been saved.'

const list = async ({ tx, http, query, house }: Request<typeof listEvents>) => {
  const { tab, q, limit, after } = query
  const today = sql`today_in(${house.config.timeZone})`
  const [direction, beyond] = tab === 'past' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const [day, time, id] = after ? placeOf(after, /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (\d{1,10})$/) : []
  const wanted = allOf([
    tab === 'upcoming' && sql`e.event_date >= ${today}`,
    tab === 'past' && sql`e.event_date < ${today}`,
    q ? sql`e.title || e'\n' || e.description || e'\n' || e.location ilike ${anywhere(q)}` : null,
    after ? sql`(e.event_date, e.start_time, e.id) ${beyond} (${day}::date, ${time}::time, ${id}::integer)` : null,
  ])
  const rows = sql`
    select ${eventJson} as row, concat_ws(' ', e.event_date, e.start_time, e.id) as place
    from events e where ${wanted}
    order by e.event_date ${direction}, e.start_time ${direction}, e.id ${direction}`
  return listPage({ tx, http }, { rows, limit, path: listEvents.path, query })
}

const read = ({ tx, params }: Request<typeof getEvent>) =>
  tx.json(sql`select ${eventJson} from events e where e.id = ${params.id}`)

const create = ({ tx, body }: Request<typeof createEvent>) => {
  const link = body.is_online ? body.meeting_link : null
  return tx.json(sql`
    with e as (
      insert into events (title, description, location, event_date, start_time, end_time, ends_next_day, event_type, is_online, meeting_link)
      values (${body.title}, ${body.description}, ${body.location ?? ''}, ${body.event_date}, ${body.start_time}, ${body.end_time},
        ${body.ends_next_day}, ${body.event_type}, ${body.is_online}, ${link})
      returning *)
    select ${eventJson} from e`)
}

/** The row stays locked while the change is held against it, so that of two editors the second always learns of the first. */
async function update({ tx, params, body: { version, ...changes } }: Request<typeof updateEvent>) {
  const { version: stored, ...before } = await tx.one<Draft & { version: number }>(sql`
    select title, description, location, event_date::text, to_char(start_time, 'HH24:MI') as start_time,
      to_char(end_time, 'HH24:MI') as end_time, ends_next_day, event_type, is_online, meeting_link, version
    from events where id = ${params.id} for update`)
  if (version !== undefined && version !== stored) throw new Refusal(409, CHANGED_MEANWHILE)
  const now = { ...before, ...changes }
  const fields = problemsOf(now)
  const [problem] = Object.values(fields)
  if (problem) throw new Refusal(400, problem, { fields })
  const link = now.is_online ? now.meeting_link : null
  return tx.json(sql`
    with e as (
      update events set title = ${now.title}, description = ${now.description}, location = ${now.location ?? ''},
        event_date = ${now.event_date}, start_time = ${now.start_time}, end_time = ${now.end_time},
        ends_next_day = ${now.ends_next_day}, event_type = ${now.event_type}, is_online = ${now.is_online}, meeting_link = ${link}
      where id = ${params.id} returning *)
    select ${eventJson} from e`)
}

const remove = async ({ tx, params }: Request<typeof deleteEvent>) => {
  if ((await tx.run(sql`delete from events where id = ${params.id}`)) === 0) throw notFound('This event')
}

export default [
  handle(listEvents, list),
  handle(listEventsAgain, list),
  handle(getEvent, read),
  handle(createEvent, create),
  handle(updateEvent, update),
  handle(deleteEvent, remove),
  handle(eventCalendar, sendCalendarFile),
]
