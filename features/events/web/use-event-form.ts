import { useRef } from 'react'
import { community } from '../../../web/api/boot.ts'
import { api } from '../../../web/api/call.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { createEvent, type Event, getEvent, updateEvent } from '../contract.ts'
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
import { draftOf, emptyDraft, written } from './event-values.ts'

/** The draft of an event that is being changed. */
export const eventDraft = (eventId: number) => `event:${eventId}`

/** The dialog's state. `event`: the one being edited; without it a new one. */
export function useEventForm(event: Event | null, onSaved: (saved: Event) => void, onDone: (added?: Event) => void) {
  const { profile } = useAuth()
  /** As they were when the start or the end began to be changed. */
  const timesBefore = useRef<Draft>(null)
  const form = useForm({
    typed: useTyped<Event, Draft>({
      name: event ? eventDraft(event.id) : 'event:new',
      place: event ? 'An event' : 'A new event',
      row: event,
      again: { name: 'event:new' },
      valuesOf: row => (row ? draftOf(row) : emptyDraft(todayIn(community.time_zone))),
      written,
      read: ({ id }) => api(getEvent, { id }),
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
  /** Another start, or the switch, puts the end right as well. */
  const still = (problem = '') => (problem === BACKWARDS && !isBackwards(values) ? '' : problem)
  /** Under a field: what is wrong with it. The banner has said the rest. */
  const problem = (name: string) => (fields[name] === MISSING ? 'Required' : still(fields[name]))

  return {
    ...form,
    field: (name: Parameters<typeof form.field>[0]) => ({ ...form.field(name), error: problem(name) }),
    refused: refused && still(refused.text) ? refused : null,
    chooseType: (event_type: Draft['event_type']) => change({ event_type, is_online: isOnlineFor(event_type) }),
    /** A start typed wrong and put right before the field is left takes the end back too. */
    changeStart(start_time: string) {
      timesBefore.current ??= values
      change(movedTo(start_time, timesBefore.current))
    },
    /** Judged by the times before its first digit: half typed they say nothing. */
    changeEnd(end_time: string) {
      timesBefore.current ??= values
      change(endingAt(end_time, timesBefore.current))
    },
    leaveTime() {
      timesBefore.current = null
    },
    /** A link typed without its scheme gets it, where it can be seen. */
    completeLink: () => change({ meeting_link: written(values).meeting_link }),
  }
}

const payloadOf = <Fields extends Partial<Draft>>(fields: Fields) =>
  'meeting_link' in fields ? { ...fields, meeting_link: fields.meeting_link || null } : fields
