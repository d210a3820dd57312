import type { Case, Slice } from '../case.ts'
import { ASKERS, rare, text, writerAccount } from '../words.ts'

const who = (column: string) =>
  `(select json_build_object('id', p.id, 'full_name', p.full_name) from profiles p where p.user_id = e.${column}) as ${column}`
const columns = `id, title, description, location, event_date::text, to_char(start_time, 'HH24:MI') as start_time,
  to_char(end_time, 'HH24:MI') as end_time, ends_next_day, event_type, is_online, meeting_link, ${who('created_by')}, ${who('updated_by')},
  created_at, updated_at, version`
const today = `(now() at time zone 'America/Chicago')::date`
const list = (name: string, query: string, where: string, order = '', values?: Case['values']): Case => ({
  name,
  kind: 'list',
  path: () => `/api/direct-events?limit=48${query}`,
  sql: `select ${columns} from events e where ${where} order by event_date ${order}, start_time ${order}, id ${order} limit 48`,
  values,
})
const description = (n: number) => `The evening number ${n}, with something to eat`

/** 100 upcoming events; the number of past events grows with the community. */
export default {
  seed: (owner, size) =>
    owner.query(`
      insert into events (title, description, location, event_date, start_time, end_time, created_by)
      select 'Meetup ' || i || ${rare}, ${text}, 'Room ' || i % 40, ${today} + 100 - i, '18:00', '20:00', ${writerAccount}
      from generate_series(1, 100 + ${size / 10}) i`),
  cases: [
    list('upcoming', '&tab=upcoming', `event_date >= ${today}`),
    list('past', '&tab=past', `event_date < ${today}`, 'desc'),
    list(
      'search, 10 found',
      '&tab=upcoming&q=zeppelin',
      `event_date >= ${today} and search_text like '%' || $1 || '%'`,
      '',
      () => ['zeppelin'],
    ),
    {
      name: 'one event',
      kind: 'detail',
      path: () => '/api/direct-events/150',
      sql: `select ${columns} from events e where id = $1`,
      values: () => [150],
    },
    {
      name: 'add an event',
      kind: 'write',
      path: () => '/api/direct-events',
      body: n => ({ title: 'Dinner', description: description(n), location: 'West Loop', event_date: '2031-05-05' }),
      sql: `insert into events (title, description, location, event_date, start_time, end_time, created_by)
        values ('Dinner', $1, 'West Loop', '2031-05-05', '18:00', '20:00', (select user_id from profiles where id = $2))
        returning id, title, description, location, event_date, start_time, end_time, event_type, is_online, created_at, updated_at, version`,
      values: n => [description(n), 1 + (n % ASKERS)],
    },
  ],
} satisfies Slice
