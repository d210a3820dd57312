import { webLink } from '../../../contract/links.ts'
import type { Event } from '../contract.ts'
import { formatDay, formatTime } from '../shared/days.ts'
import { DEFAULT_END, DEFAULT_START, type Draft, type EventType, eventTypeLabels } from '../shared/event.ts'

/** The form's initial values. A missing link is an empty text. */
export const emptyDraft = (today: string): Draft => ({
  title: '',
  description: '',
  event_date: today,
  start_time: DEFAULT_START,
  end_time: DEFAULT_END,
  ends_next_day: false,
  event_type: 'in_person',
  is_online: false,
  location: '',
  meeting_link: '',
})

export const draftOf = (event: Event): Draft => ({
  title: event.title,
  description: event.description,
  event_date: event.event_date,
  start_time: event.start_time,
  end_time: event.end_time,
  ends_next_day: event.ends_next_day,
  event_type: event.event_type,
  is_online: event.is_online,
  location: event.location,
  meeting_link: event.meeting_link ?? '',
})

/** The values as they are sent: without the link if the event is not online. */
export const normalize = (draft: Draft): Draft => ({
  ...draft,
  title: draft.title.trim(),
  description: draft.description.trim(),
  location: draft.location.trim(),
  meeting_link: draft.is_online ? webLink(draft.meeting_link ?? '') : '',
})

export const labels: Record<keyof Draft, string> = {
  title: 'Title',
  description: 'Description',
  event_date: 'Date',
  start_time: 'Start Time',
  end_time: 'End Time',
  ends_next_day: 'Ends the next day',
  event_type: 'Event Type',
  is_online: 'Online Event',
  location: 'Location',
  meeting_link: 'Meeting Link',
}

/** How a value is shown to members, if not as it is. */
export function formatValue(field: keyof Draft, value: Draft[keyof Draft]): string | undefined {
  if (typeof value !== 'string') return undefined
  if (field === 'event_date') return formatDay(value)
  if (field === 'start_time' || field === 'end_time') return formatTime(value)
  if (field === 'event_type') return eventTypeLabels[value as EventType]
  return undefined
}
