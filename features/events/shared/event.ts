import { linkProblem } from '../../../contract/links.ts'
import { isDay, minutesOf, timeAt } from './days.ts'

/** Validation rules of an event, shared by the form and the server. */
export const eventTypes = ['in_person', 'online', 'hybrid'] as const
export type EventType = (typeof eventTypes)[number]

export const eventTypeLabels: Record<EventType, string> = { in_person: 'In Person', online: 'Online', hybrid: 'Hybrid' }

export const DEFAULT_START = '18:00'
export const DEFAULT_END = '20:00'

export type Draft = {
  title: string
  description: string
  location: string
  event_date: string
  start_time: string
  end_time: string
  ends_next_day: boolean
  event_type: EventType
  is_online: boolean
  meeting_link: string | null
}

export const MISSING = 'Please fill in all required fields'
const NO_DAY = 'The date is not a day of the calendar.'
export const BACKWARDS = 'The end time is before the start time. If the event ends the next day, say so.'

/** A date outside this range is a typing error. */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2100-12-31'

/** The error message for an event's day, or undefined. An empty day is reported as a missing field (problemsOf). */
export function dayProblem(day: string): string | undefined {
  if (day === '') return undefined
  const [, year] = /^(\d{4,6})-\d\d-\d\d$/.exec(day) ?? []
  if (year === undefined) return NO_DAY
  if (Number(year) > Number(LAST_DAY.slice(0, 4))) return 'The date is too late: events can be until December 31, 2100.'
  if (day < FIRST_DAY) return 'The date is too early: events can be from January 1, 1900.'
  return isDay(day) ? undefined : NO_DAY
}

/** Choosing a type sets the online switch; the switch does not change the type. */
export const isOnlineFor = (type: EventType) => type !== 'in_person'

type Times = Pick<Draft, 'start_time' | 'end_time' | 'ends_next_day'>
const DAY_MINUTES = 24 * 60

/** An end before the start means the next day if the event is then shorter than half a day. Otherwise it is a typing error. */
const isNextDay = ({ start_time, end_time }: Pick<Times, 'start_time' | 'end_time'>) => {
  const [start, end] = [minutesOf(start_time), minutesOf(end_time)]
  return start !== null && end !== null && end < start && end + DAY_MINUTES - start < DAY_MINUTES / 2
}

/** Times after the end changed. Derives ends_next_day from the times unless the user set it by hand. */
export function endingAt(end_time: string, before: Times): Times {
  const { start_time, ends_next_day } = before
  const isChosen = ends_next_day !== isNextDay(before)
  return { start_time, end_time, ends_next_day: isChosen ? ends_next_day : isNextDay({ start_time, end_time }) }
}

export const isBackwards = ({ start_time, end_time, ends_next_day }: { [Part in keyof Times]?: Times[Part] | null }) =>
  !ends_next_day && String(end_time) < String(start_time)

/** Times after the start changed. If the start is past the end, moves the end too, so that the duration stays the same. */
export function movedTo(start_time: string, before: Times): Times {
  const { start_time: from, end_time, ends_next_day } = before
  const [start, was, end] = [minutesOf(start_time), minutesOf(from), minutesOf(end_time)]
  // The start moved past midnight to the day of the end.
  if (start !== null && end !== null && start < end && ends_next_day && isNextDay(before))
    return { start_time, end_time, ends_next_day: false }
  if (start === null || was === null || end === null || ends_next_day || start < end || end < was)
    return { start_time, end_time, ends_next_day }
  const moved = start + (end - was)
  return { start_time, end_time: timeAt(moved % DAY_MINUTES), ends_next_day: moved >= DAY_MINUTES }
}

/** Error messages by field; empty if the draft may be saved. The form shows the first entry. */
export function problemsOf(draft: { [Field in keyof Draft]?: Draft[Field] | null }) {
  const problems: Partial<Record<keyof Draft, string>> = {}
  const required: (keyof Draft)[] = ['title', 'description', 'event_date', 'start_time', 'end_time']
  if (!draft.is_online) required.push('location')
  else required.push('meeting_link')
  for (const field of required) if (!String(draft[field] ?? '').trim()) problems[field] = MISSING
  if (Object.keys(problems).length > 0) return problems
  const wrongDay = dayProblem(String(draft.event_date))
  if (wrongDay) problems.event_date = wrongDay
  const wrongLink = draft.is_online && linkProblem((draft.meeting_link ?? '').trim(), 'The meeting link')
  if (wrongLink) problems.meeting_link = wrongLink
  if (isBackwards(draft)) problems.end_time = BACKWARDS
  return problems
}
