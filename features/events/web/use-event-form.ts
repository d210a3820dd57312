import { useRef, useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { api, fieldsOf, messageOf } from '../../../web/api/call.ts'
import { useCall } from '../../../web/api/send.ts'
import { typedAsNew } from '../../../web/form/typed.ts'
import { useEdit } from '../../../web/form/use-edit.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { toast } from '../../../web/ui/toast.ts'
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

const empty = () => emptyDraft(todayIn(community.time_zone))
const failure = (error: unknown) => ['Error', messageOf(error)] as const

/** The draft of an event that is being changed. */
export const eventDraft = (eventId: number) => `event:${eventId}`

/** The dialog's state. `event`: the one being edited; without it a new one. */
export function useEventForm(event: Event | null, onSaved: (saved: Event) => void, onDone: (added?: Event) => void) {
  const { profile } = useAuth()
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [banner, setBanner] = useState('')
  const [refusals, setRefusals] = useState(0)
  /** As they were when the start or the end began to be changed. */
  const timesBefore = useRef<Draft>(null)

  function refuse(text: string, fields: Record<string, string> = {}) {
    setBanner(text)
    setRefusals(now => now + 1)
    setProblems(fields)
  }
  const onFailure = (error: unknown) => refuse(messageOf(error), fieldsOf(error))

  const edit = useEdit<Event, Draft>({
    name: event ? eventDraft(event.id) : 'event:new',
    place: event ? 'An event' : 'A new event',
    row: event,
    again: { name: 'event:new', draftOf: values => typedAsNew(empty(), values) },
    valuesOf: row => (row ? draftOf(row) : empty()),
    written,
    read: ({ id }) => api(getEvent, { id }),
    update: ({ id }, { changes, version }) =>
      sendEvent('updating', updateEvent, { ...payloadOf(changes), id, version }),
    changedBy: ({ updated_by }) => (updated_by?.id === profile?.id ? null : updated_by?.full_name || 'Another member'),
    success: ['Success', 'Event updated successfully!'],
    failure,
    onFailure,
    onSaved,
    onDone: () => onDone(),
  })
  const create = useCall(
    (draft: Draft, { key }) => sendEvent('creating', createEvent, payloadOf(draft) as Draft, { key }),
    {
      kind: 'event',
      success: ['Success', 'Event created successfully!'],
      failure,
      onFailure,
      onSuccess: onSaved,
    },
  )
  async function add(draft: Draft) {
    const end = edit.markSent()
    const added = await create.send(draft)
    if (added) end(() => onDone(added))
  }

  function submit() {
    const draft = written(edit.values)
    const wrong = problemsOf(draft)
    const [problem] = Object.values(wrong)
    if (problem) {
      toast.error('Error', problem)
      return refuse(problem, wrong)
    }
    setBanner('')
    setProblems({})
    if (event) edit.save()
    else void add(draft)
  }

  /** Another start, or the switch, puts the end right as well. */
  const still = (problem = '') => (problem === BACKWARDS && !isBackwards(edit.values) ? '' : problem)

  return {
    edit,
    draft: edit.values,
    change: edit.change,
    chooseType: (event_type: Draft['event_type']) => edit.change({ event_type, is_online: isOnlineFor(event_type) }),
    /** A start typed wrong and put right before the field is left takes the end back too. */
    changeStart(start_time: string) {
      timesBefore.current ??= edit.values
      edit.change(movedTo(start_time, timesBefore.current))
    },
    /** Judged by the times before its first digit: half typed they say nothing. */
    changeEnd(end_time: string) {
      timesBefore.current ??= edit.values
      edit.change(endingAt(end_time, timesBefore.current))
    },
    leaveTime() {
      timesBefore.current = null
    },
    /** A link typed without its scheme gets it, where it can be seen. */
    completeLink: () => edit.change({ meeting_link: written(edit.values).meeting_link }),
    /** Under a field: what is wrong with it. The banner has said the rest. */
    problem: (field: keyof Draft) => (problems[field] === MISSING ? 'Required' : still(problems[field])),
    banner: still(banner),
    /** How often it has been refused: each one is to be seen. */
    refusals,
    busy: edit.busy || create.busy,
    submit,
    discard: edit.discard,
  }
}

const payloadOf = <Fields extends Partial<Draft>>(fields: Fields) =>
  'meeting_link' in fields ? { ...fields, meeting_link: fields.meeting_link || null } : fields
