import { useRef, useState } from 'react'
import { ApiError, api, messageOf, newKey } from '../../../web/api.ts'
import { community } from '../../../web/boot.ts'
import { toast } from '../../../web/ui/toast.ts'
import { useDraft } from '../../../web/use-draft.ts'
import { createEvent, type Event, getEvent, updateEvent } from '../contract.ts'
import { todayIn } from '../shared/days.ts'
import { type Draft, isOnlineFor, MISSING, problemsOf } from '../shared/event.ts'
import { type Change, merge } from '../shared/merge.ts'
import { sendEvent } from './calls.ts'
import { draftOf, emptyDraft, payloadOf } from './draft.ts'

/** What was typed, and of an event being edited what it was typed over. */
type Held = { seen: Event | null; draft: Draft }
type Meanwhile = { by: string; changes: Change[] }

/** The dialog's state. `event`: the one being edited; without it a new one. */
export function useEventForm(event: Event | null, onSaved: (event: Event) => void) {
  const [first] = useState<Held>(() => ({
    seen: event,
    draft: event ? draftOf(event) : emptyDraft(todayIn(community.time_zone)),
  }))
  const [held, keep, drop] = useDraft<Held>(event ? `event:${event.id}` : 'event:new', first)
  const latest = useRef(held)
  const [problems, setProblems] = useState<Partial<Record<keyof Draft, string>>>({})
  const [banner, setBanner] = useState('')
  const [refusals, setRefusals] = useState(0)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  // Sent again after a lost answer, no second event comes of it.
  const submitted = useRef({ text: '', key: '' })

  function hold(next: Held) {
    latest.current = next
    keep(next)
  }
  const change = (fields: Partial<Draft>) => hold({ ...latest.current, draft: { ...latest.current.draft, ...fields } })

  function refuse(text: string, fields: Record<string, string> = {}) {
    setBanner(text)
    setRefusals(now => now + 1)
    setProblems(fields)
    toast.error('Error', text)
  }

  async function send({ seen, draft }: Held): Promise<Event> {
    const payload = payloadOf(draft)
    if (seen) return sendEvent('updating', updateEvent, { ...payload, id: seen.id, version: seen.version })
    const text = JSON.stringify(payload)
    if (submitted.current.text !== text) submitted.current = { text, key: newKey() }
    return sendEvent('creating', createEvent, payload, { key: submitted.current.key })
  }

  async function submit() {
    if (underWay.current) return
    const sent = latest.current
    const wrong = problemsOf(sent.draft)
    const [problem] = Object.values(wrong)
    if (problem) return refuse(problem, wrong)
    underWay.current = true
    setBusy(true)
    try {
      const saved = await send(sent)
      toast.success('Success', sent.seen ? 'Event updated successfully!' : 'Event created successfully!')
      drop()
      onSaved(saved)
    } catch (error) {
      refuse(messageOf(error), error instanceof ApiError ? error.fields : {})
      if (sent.seen && error instanceof ApiError && error.status === 409) await meet(sent.seen)
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  /** Somebody saved it first: take over what they changed and I did not, and show the rest beside mine. */
  async function meet(before: Event) {
    const now = await api(getEvent, { id: before.id }).catch(() => null)
    if (!now) return
    const { draft, changes } = merge(draftOf(before), latest.current.draft, draftOf(now))
    hold({ seen: now, draft })
    setMeanwhile({ by: now.updated_by?.full_name || 'Another member', changes })
  }

  function takeTheirs({ field, theirs }: Change) {
    change({ [field]: theirs })
    const settled = (one: Change) => (one.field === field ? { ...one, isDisputed: false } : one)
    setMeanwhile(now => now && { ...now, changes: now.changes.map(settled) })
  }

  return {
    draft: held.draft,
    change,
    chooseType: (event_type: Draft['event_type']) => change({ event_type, is_online: isOnlineFor(event_type) }),
    /** Under a field: what is wrong with it. The banner has said the rest. */
    problem: (field: keyof Draft) => (problems[field] === MISSING ? 'Required' : problems[field]),
    takeTheirs,
    banner,
    /** How often it has been refused: each one is to be seen. */
    refusals,
    meanwhile,
    busy,
    submit,
    /** Forgets what was typed. */
    discard: drop,
  }
}
