import { sql } from '../../database/connection/sql.ts'
import { list } from '../../database/list/list.ts'
import type { Order } from '../../database/list/order.ts'
import { search } from '../../database/list/search.ts'
import { read } from '../../server/request/endpoint.ts'
import type { Services } from '../../server/services.ts'
import { type Listing, listEvents, listEventsAgain } from './contract.ts'
import { eventJson } from './event-json.ts'

const byDate: Order = {
  by: [
    [sql`e.event_date`, 'date'],
    [sql`e.start_time`, 'time'],
    [sql`e.id`, 'integer'],
  ],
}

function listQuery({ query: { tab, q, limit, after }, services }: { query: Listing; services: Services }) {
  // In a subselect, so that the planner does not see the value and keeps one generic plan.
  const today = sql`(select today_in(${services.config.timeZone}))`
  return list({
    from: 'events',
    as: 'e',
    order: { ...byDate, descending: tab === 'past' },
    filters: [tab === 'upcoming' && sql`e.event_date >= ${today}`, tab === 'past' && sql`e.event_date < ${today}`],
    search: search('events', q, { by: 'phrase' }),
    json: eventJson,
    limit,
    after,
  })
}

export default [read(listEvents, listQuery), read(listEventsAgain, listQuery)]
