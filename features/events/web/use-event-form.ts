import { useRef } from 'react'
import { community } from '../../../web/api/boot.ts'
import { api } from '../../../web/api/call.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { createEvent, type Event, getEvent, listEvents, updateEvent } from '../contract.ts'
import { todayIn } from '../shared/days.ts'
import {
  BACKWARDS,
  type Draft,
  endingAt,
  isBackwards,
  isOnlineFor,
  MISSING,
  movedTo,
  problemsOf,
} from '../shared/event.ts'
import { sendEvent } from './calls.ts'
import { draftOf, emptyDraft, normalize } from './event-values.ts'

/** Draft name of an edited event. */
export const eventDraft = (eventId: number) => `event:${eventId}`

/** The state of the dialog. `event`: null for a new event. */
export function useEventForm(event: Event | null, onSaved: (saved: Event) => void, onDone: (added?: Event) => void) {
  const { profile } = useAuth()
  /** The values before the time field in focus was changed. */
  const timesBefore = useRef<Draft>(null)
  const form = useForm({
    typed: useTyped<Event, Draft>({
      name: event ? eventDraft(event.id) : 'event:new',
      place: event ? 'An event' : 'A new event',
      row: event,
      recreate: { name: 'event:new' },
      valuesOf: row => (row ? draftOf(row) : emptyDraft(todayIn(community.time_zone))),
      normalize,
      read: ({ id }) => api(getEvent, { id }),
      cachedIn: [listEvents, getEvent],
      changedBy: ({ updated_by }) =>
        updated_by?.id === profile?.id ? null : updated_by?.full_name || 'Another member',
    }),
    check(draft) {
      const fields = problemsOf(draft)
      const [problem] = Object.values(fields)
      return problem ? { fields, toast: ['Error', problem], banner: problem } : undefined
    },
    send: (draft, { key }) => sendEvent('creating', createEvent, payloadOf(draft), { key }),
    update: ({ id }, { changes, version }) =>
      sendEvent('updating', updateEvent, { ...payloadOf(changes), id, version }),
    success: ['Success', event ? 'Event updated successfully!' : 'Event created successfully!'],
    failure: 'Error',
    onSaved,
    onDone,
  })
  const { values, change, fields, refused } = form
  /** Hides this error once the times are valid: changing the start or the switch may also fix it. */
  const unlessFixed = (problem = '') => (problem === BACKWARDS && !isBackwards(values) ? '' : problem)
  /** The error under a field, short: the banner has the full text. */
  const problem = (name: string) => (fields[name] === MISSING ? 'Required' : unlessFixed(fields[name]))

  return {
    ...form,
    field: (name: Parameters<typeof form.field>[0]) => ({ ...form.field(name), error: problem(name) }),
    refused: refused && unlessFixed(refused.text) ? refused : null,
    chooseType: (event_type: Draft['event_type']) => change({ event_type, is_online: isOnlineFor(event_type) }),
    /** Computed from the values before the edit, so that correcting a typing error also corrects the end. */
    changeStart(start_time: string) {
      timesBefore.current ??= values
      change(movedTo(start_time, timesBefore.current))
    },
    /** Computed from the values before the edit, not from a half-typed time. */
    changeEnd(end_time: string) {
      timesBefore.current ??= values
      change(endingAt(end_time, timesBefore.current))
    },
    leaveTime() {
      timesBefore.current = null
    },
    /** Adds a missing scheme to the link, visibly. */
    completeLink: () => change({ meeting_link: normalize(values).meeting_link }),
  }
}

const payloadOf = <Fields extends Partial<Draft>>(fields: Fields) =>
  'meeting_link' in fields ? { ...fields, meeting_link: fields.meeting_link || null } : fields
