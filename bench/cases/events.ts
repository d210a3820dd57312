import type { Bench, Case } from '../bench.ts'

const who = (column: string) =>
  `(select json_build_object('id', p.id, 'full_name', p.full_name) from profiles p where p.user_id = e.${column}) as ${column}`
const columns = `id, title, description, location, event_date::text, to_char(start_time, 'HH24:MI') as start_time,
  to_char(end_time, 'HH24:MI') as end_time, ends_next_day, event_type, is_online, meeting_link, ${who('created_by')}, ${who('updated_by')},
  created_at, updated_at, version`
const today = `(now() at time zone 'America/Chicago')::date`
/** As database/list.ts searches. */
const contains = `coalesce(search_text like (select lower('%' || $1 || '%' collate names) collate "C"), false)`
const list = (where: string, order = '') =>
  `select ${columns} from events e where ${where} order by event_date ${order}, start_time ${order}, id ${order} limit 48`

/** A calendar with 200 events to come and so many past ones. */
const bench: Bench = {
  slice: 'events',
  sizes: [100, 10_000],
  async seed(owner, size) {
    await owner.query(`
      insert into events (title, description, location, event_date, start_time, end_time, created_by)
      select 'Meetup ' || i, repeat('What we will talk about, and with whom. ', 6) || md5(i::text), 'Room ' || i % 40,
        ${today} + i, make_time(8 + abs(i) % 10, 0, 0), make_time(20, 0, 0), (select user_id from profiles where id = 1 + abs(i) % 60)
      from generate_series(${-size}, 199) i`)
  },
  async cases(owner) {
    const { rows } = await owner.query<{ id: number }>('select id from events order by id limit 1')
    const cases: Case[] = [
      {
        name: 'Upcoming',
        path: () => '/api/direct-events?tab=upcoming&limit=48',
        limit: { sql: list(`event_date >= ${today}`), values: () => [] },
      },
      {
        name: 'Past',
        path: () => '/api/direct-events?tab=past&limit=48',
        limit: { sql: list(`event_date < ${today}`, 'desc'), values: () => [] },
      },
      {
        name: 'search in Upcoming',
        path: n => `/api/direct-events?tab=upcoming&limit=48&q=meetup+${n % 190}`,
        limit: {
          sql: list(`event_date >= ${today} and ${contains}`),
          values: n => [`meetup ${n % 190}`],
        },
      },
      {
        name: 'search in All',
        path: n => `/api/direct-events?tab=all&limit=48&q=meetup+${n % 190}`,
        limit: { sql: list(contains), values: n => [`meetup ${n % 190}`] },
      },
      {
        name: 'one event',
        path: () => `/api/direct-events/${rows[0]?.id}`,
        limit: { sql: `select ${columns} from events e where id = $1`, values: () => [rows[0]?.id], isOneRow: true },
      },
    ]
    // A search through all of it reads all of it; everything else costs the same however long the past is.
    return cases.map(one => ({ ...one, goal: 0.7, growth: one.name === 'search in All' ? undefined : 1.5 }))
  },
}
export default bench
