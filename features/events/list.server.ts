import { contains, pageOf } from '../../database/list.ts'
import { allOf, sql } from '../../database/sql.ts'
import { type House, read } from '../../server/endpoint.ts'
import { type Listing, listEvents, listEventsAgain } from './contract.ts'
import { eventJson } from './event-json.ts'
import { placeForm } from './shared/place.ts'

function list({ query, house }: { query: Listing; house: House }) {
  const { tab, q, limit, after } = query
  // Behind a select, unseen by the planner: it then makes one plan for every day, instead of one each time.
  const today = sql`(select today_in(${house.config.timeZone}))`
  const [direction, beyond] = tab === 'past' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const [, day, time, id] = placeForm.exec(after ?? '') ?? []
  const wanted = allOf([
    tab === 'upcoming' && sql`e.event_date >= ${today}`,
    tab === 'past' && sql`e.event_date < ${today}`,
    contains(sql`e.search_text`, q),
    day ? sql`(e.event_date, e.start_time, e.id) ${beyond} (${day}::date, ${time}::time, ${id}::integer)` : null,
  ])
  return pageOf(
    sql`select ${eventJson} as row, concat_ws('_', e.event_date, to_char(e.start_time, 'HH24:MI'), e.id) as place
      from events e where ${wanted}
      order by e.event_date ${direction}, e.start_time ${direction}, e.id ${direction}`,
    limit,
  )
}

export default [read(listEvents, list), read(listEventsAgain, list)]
