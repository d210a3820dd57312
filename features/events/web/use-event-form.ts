import { useRef, useState } from 'react'
import { ApiError, api, messageOf, newKey } from '../../../web/api.ts'
import { community } from '../../../web/boot.ts'
import { toast } from '../../../web/ui/toast.ts'
import { createEvent, type Event, getEvent, updateEvent } from '../contract.ts'
import { todayIn } from '../shared/days.ts'
import { type Draft, isOnlineFor, MISSING, problemsOf } from '../shared/event.ts'
import { type Change, merge } from '../shared/merge.ts'
import { sendEvent } from './calls.ts'
import { draftOf, emptyDraft, payloadOf } from './draft.ts'

type Meanwhile = { by: string; changes: Change[] }

/** The dialog's state. `event`: the one being edited; without it a new one. */
export function useEventForm(event: Event | null, onSaved: (event: Event) => void) {
  const [seen, setSeen] = useState(event)
  const [first] = useState(() => (event ? draftOf(event) : emptyDraft(todayIn(community.time_zone))))
  const [draft, setDraft] = useState(first)
  const [problems, setProblems] = useState<Partial<Record<keyof Draft, string>>>({})
  const [banner, setBanner] = useState('')
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  // One key for this dialog's event: sent again after a lost answer, no second event comes of it.
  const key = useRef({ of: '', key: '' })

  const change = (fields: Partial<Draft>) => setDraft(now => ({ ...now, ...fields }))

  function refuse(text: string, fields: Record<string, string> = {}) {
    setBanner(text)
    setProblems(fields)
    toast.error('Error', text)
  }

  async function send(): Promise<Event> {
    const payload = payloadOf(draft)
    if (seen) return sendEvent('updating', updateEvent, { ...payload, id: seen.id, version: seen.version })
    const text = JSON.stringify(payload)
    if (key.current.of !== text) key.current = { of: text, key: newKey() }
    return sendEvent('creating', createEvent, payload, { key: key.current.key })
  }

  async function submit() {
    if (underWay.current) return
    const wrong = problemsOf(draft)
    const [problem] = Object.values(wrong)
    if (problem) return refuse(problem, wrong)
    underWay.current = true
    setBusy(true)
    try {
      const saved = await send()
      toast.success('Success', seen ? 'Event updated successfully!' : 'Event created successfully!')
      onSaved(saved)
    } catch (error) {
      refuse(messageOf(error), error instanceof ApiError ? error.fields : {})
      if (seen && error instanceof ApiError && error.status === 409) await meet(seen)
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  /** Somebody saved it first: take over what they changed and I did not, and show the rest beside mine. */
  async function meet(before: Event) {
    const now = await api(getEvent, { id: before.id }).catch(() => null)
    if (!now) return
    const { draft: merged, changes } = merge(draftOf(before), draft, draftOf(now))
    setSeen(now)
    setDraft(merged)
    setMeanwhile({ by: now.updated_by?.full_name || 'Another member', changes })
  }

  return {
    draft,
    change,
    chooseType: (event_type: Draft['event_type']) => change({ event_type, is_online: isOnlineFor(event_type) }),
    /** Under a field: what is wrong with it. The banner has said the rest. */
    problem: (field: keyof Draft) => (problems[field] === MISSING ? 'Required' : problems[field]),
    takeTheirs({ field, theirs }: Change) {
      change({ [field]: theirs })
      setMeanwhile(
        now =>
          now && {
            ...now,
            changes: now.changes.map(one => (one.field === field ? { ...one, isDisputed: false } : one)),
          },
      )
    },
    banner,
    meanwhile,
    busy,
    submit,
    isTouched: JSON.stringify(draft) !== JSON.stringify(seen ? draftOf(seen) : first),
  }
}
