import { members, type RouteLaw, type TableLaw, type TestMembers } from '../../tests/law/law.ts'

const event = {
  title: 'Office hours',
  description: 'Bring a question.',
  location: '1871, Merchandise Mart',
  event_date: '2030-05-01',
}

const addedEventPath = async ({ owner }: TestMembers) => {
  const { json } = await owner.asks('POST', '/api/direct-events', event)
  return `/api/direct-events/${(json as { id: number }).id}`
}

// Every member may edit and delete every event; its creator has no special rights.
export const routes: RouteLaw[] = [
  { route: 'GET /api/direct-events', ...members(200) },
  { route: 'GET /api/events', ...members(200) },
  {
    route: 'POST /api/direct-events',
    ...members(201),
    make: async () => ({ path: '/api/direct-events', body: event }),
  },
  {
    route: 'GET /api/direct-events/:id',
    ...members(200),
    make: async people => ({ path: await addedEventPath(people) }),
  },
  {
    route: 'PATCH /api/direct-events/:id',
    ...members(200),
    make: async people => ({ path: await addedEventPath(people), body: { ...event, title: 'Office hours, moved' } }),
  },
  {
    route: 'DELETE /api/direct-events/:id',
    ...members(204),
    make: async people => ({ path: await addedEventPath(people) }),
  },
  {
    route: 'GET /api/direct-events/:id/calendar.ics',
    ...members(200),
    make: async people => ({ path: `${await addedEventPath(people)}/calendar.ics` }),
  },
]

export const tables: TableLaw = {
  events: { server: '-', member: 'siud', visitor: '-' },
  event_changes: { server: '-', member: '-', visitor: '-' },
}
