import { z } from 'zod'
import { ById, endpoint } from '../../contract/endpoint.ts'
import { listing, oneOfOr, typed } from '../../contract/listing.ts'
import { Paging } from '../../contract/paging.ts'
import { Line, Lines, Search, Text } from '../../contract/text.ts'
import { SeenVersion } from '../../contract/versions.ts'
import { When } from '../../contract/when.ts'
import { DEFAULT_END, DEFAULT_START, dayProblem, eventTypes, MISSING, problemsOf } from './shared/event.ts'
import { tabs } from './shared/tabs.ts'

const Who = z.object({ id: z.int(), full_name: z.string() })

export const Event = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  event_date: z.iso.date(),
  start_time: z.iso.time({ precision: -1 }),
  end_time: z.iso.time({ precision: -1 }),
  ends_next_day: z.boolean(),
  event_type: z.enum(eventTypes),
  is_online: z.boolean(),
  meeting_link: z.string().nullable(),
  /** Profiles. Null if not recorded, or if the event was never changed. */
  created_by: Who.nullable(),
  updated_by: Who.nullable(),
  created_at: When,
  updated_at: When,
  version: z.int(),
})
export type Event = z.infer<typeof Event>

export const limits = { title: 200, description: 10_000, location: 300, meeting_link: 2000 }

/** '18:00'. Some clients also send seconds. */
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Please enter a time such as 18:00.')
  .transform(text => text.slice(0, 5))

const type = z.enum(eventTypes, 'The type must be in_person, online or hybrid.')

const Changes = z
  .object({
    title: Line(limits.title, MISSING),
    description: Lines(limits.description, MISSING),
    location: Line(limits.location, MISSING).nullable(),
    event_date: z.string(MISSING).refine(day => !dayProblem(day), { error: ({ input }) => dayProblem(String(input)) }),
    start_time: time,
    end_time: time,
    ends_next_day: z.boolean(),
    event_type: type,
    is_online: z.boolean(),
    meeting_link: Text(limits.meeting_link, MISSING).nullable(),
  })
  .partial()

const NewEvent = Changes.required({ title: true, description: true, event_date: true }).extend({
  start_time: time.default(DEFAULT_START),
  end_time: time.default(DEFAULT_END),
  ends_next_day: z.boolean().default(false),
  event_type: type.default('in_person'),
  is_online: z.boolean().default(false),
})

const addProblems = (body: z.output<typeof NewEvent>, context: z.RefinementCtx) => {
  for (const [path, message] of Object.entries(problemsOf(body)))
    context.addIssue({ code: 'custom', path: [path], message })
}

const Listing = z.object({
  /** If absent: all events, by date. */
  tab: z.enum(tabs).optional(),
  q: Search,
  ...Paging,
})
export type Listing = z.output<typeof Listing>

export const listEvents = endpoint('GET', '/api/direct-events', {
  offline: true,
  summary: 'The calendar: upcoming and all by date ascending, past by date descending',
  query: Listing,
  reply: z.array(Event),
})

export const eventListing = listing({ tab: oneOfOr(tabs, 'upcoming'), q: typed }, { limit: 48 })

/** Second path of the same list, used by the browser as a fallback. */
export const listEventsAgain = endpoint('GET', '/api/events', {
  offline: true,
  summary: 'The same as /api/direct-events',
  query: Listing,
  reply: z.array(Event),
})

export const getEvent = endpoint('GET', '/api/direct-events/:id', {
  offline: true,
  summary: 'One event',
  params: ById,
  reply: Event,
})

export const createEvent = endpoint('POST', '/api/direct-events', {
  summary: 'Add an event to the calendar',
  body: NewEvent.superRefine(addProblems),
  reply: Event,
  status: 201,
})

export const updateEvent = endpoint('PATCH', '/api/direct-events/:id', {
  summary: 'Change an event. If the sent version is outdated, the reply is 409',
  params: ById,
  body: Changes.extend(SeenVersion),
  reply: Event,
})

export const deleteEvent = endpoint('DELETE', '/api/direct-events/:id', { summary: 'Delete an event', params: ById })

export const eventCalendar = endpoint('GET', '/api/direct-events/:id/calendar.ics', {
  summary: 'The event as a file for calendar programs',
  params: ById,
  sends: ['text/calendar'],
  also: { 304: 'The browser has it already' },
})
