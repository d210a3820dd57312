import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError, messageOf } from '../api/call.ts'
import { type CallOptions, saySuccess, useCall } from '../api/send.ts'
import { patchRows } from '../api/send-cache.ts'
import { toast } from '../ui/toast.ts'
import { type Change, changesBetween } from './merge.ts'
import {
  changesToSend,
  isOlder,
  isSpent,
  type Meanwhile,
  mergedOver,
  type Saved,
  type Typed,
  withoutBlanks,
} from './typed.ts'
import { useDraft, useDraftsOf } from './use-draft.ts'

export type { Typed } from './typed.ts'

/** A row whose version the server counts. Where it may be edited it has one. */
export type Versioned = { id: number; version?: number }

/** What goes to the server. */
export type Sent<Values> = { changes: Partial<Values>; version: number }

type Options<Row, Values> = {
  /** Of the draft. */
  name: string
  /** What the form is called when the member is asked whether what is written there may go: 'Your profile'. */
  place: string
  /** Null: a new one. The form itself sends that; what is typed is held and kept in the same way. */
  row: Row | null
  /** What the form shows of a row; of null, what a new one begins with. */
  valuesOf: (row: Row | null) => Values
  /** As they are sent: without it, without blanks around texts. */
  written?: (values: Values) => Values
  /** The row as it is saved now; undefined when it is gone. */
  read: (row: Row) => Promise<Row | undefined>
  update: (row: Row, sent: Sent<Values>) => Promise<Row>
  /** Where more than `within` and `refresh` has to know of it. Also when the form is no longer on the screen. */
  onSaved?: (saved: Row) => void
  /** The form may close. Not called when it is no longer on the screen. */
  onDone: () => void
  /** Who saved it last, where that may be another member. */
  changedBy?: (row: Row) => string | null
  lasting?: boolean
  /** The form for a new row: what was typed into a row that was deleted meanwhile is offered there. */
  again?: { name: string; draftOf: (values: Values) => unknown }
  /** Whose cached replies have the row: what is saved is put there at once. */
  within?: readonly Endpoint[]
  /** What they show before the server has answered; taken back when it refuses. */
  optimistic?: (changes: Partial<Values>) => object
  /** Of other failures than a conflict and a deleted row, which the notices say. */
  onFailure?: (error: unknown) => void
} & Pick<CallOptions<Sent<Values>, Row>, 'refresh' | 'success' | 'failure' | 'tellsSignedOut'>

/**
 * The state of a form that changes a stored row. It holds what was typed as changes over the version they were typed over, keeps that
 * as a draft, and sends the changed fields with that version. If the row was saved meanwhile, what was saved is merged into the form
 * field by field, and EditNotices shows it.
 */
export function useEdit<Row extends Versioned, Values extends object>(options: Options<Row, Values>) {
  const { row, valuesOf, written = withoutBlanks, within = [], optimistic, onDone } = options
  const cache = useQueryClient()
  const [isGone, setGone] = useState(false)
  /** The row as it was read again after a conflict. */
  const [reread, setReread] = useState<Row | null>(null)
  const newest = reread && versionOf(reread) > versionOf(row) ? reread : row
  const saved: Saved<Values> = { values: valuesOf(newest), version: versionOf(newest) }

  const [draft, keep, drop, offer, markSent] = useDraft<Typed<Values> | null>(options.name, null, {
    place: options.place,
    lasting: options.lasting,
    judge: typed => (!typed || isSpent(typed, saved) ? 'spent' : isOlder(typed, saved) ? 'older' : 'current'),
  })
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Values> | null>(draft?.meanwhile ?? null)
  const typed: Typed<Values> = draft ?? { over: saved, changes: {}, meanwhile }
  // Two changes before the next drawing: the second one builds on the first.
  const latest = useRef(typed)
  latest.current = typed

  const draftsForNew = useDraftsOf(options.again?.name ?? '', options.place, options.lasting)
  const idForNew = `deleted-${options.name}`

  function hold(next: Typed<Values>): void {
    latest.current = next
    if (Object.keys(next.changes).length > 0) keep(next)
    else drop()
    if (isGone) leaveForNew()
  }
  function leaveForNew(): void {
    const { over, changes } = latest.current
    if (options.again) draftsForNew.leave(idForNew, options.again.draftOf({ ...over.values, ...changes }))
  }
  function tellGone(): void {
    setGone(true)
    leaveForNew()
  }
  function discard(): void {
    drop()
    if (isGone) draftsForNew.removeOther(idForNew)
  }
  function change(fields: Partial<Values>): void {
    const { over, changes, ...rest } = latest.current
    hold({ ...rest, over, changes: changesBetween(over.values, { ...over.values, ...changes, ...fields }) })
  }
  function say(said: Meanwhile<Values> | null): void {
    setMeanwhile(said)
    hold({ ...latest.current, meanwhile: said })
  }
  const toSend = (now: Typed<Values>) => changesToSend(now, written)

  const sent = useRef<ReturnType<typeof markSent>>(null)
  function end(saved: Row): void {
    options.onSaved?.(saved)
    sent.current?.(onDone)
  }
  async function update(sent: Sent<Values>): Promise<Row> {
    const changed = await options.update(row as Row, sent)
    patchRows(cache, within, changed.id, changed)
    return changed
  }
  const { send, busy, fields } = useCall(update, {
    refresh: options.refresh,
    success: options.success,
    tellsSignedOut: options.tellsSignedOut,
    before: optimistic && (({ changes }) => patchRows(cache, within, row?.id, optimistic(changes))),
    failure: error => (isConflict(error) || isMissing(error) ? undefined : failureOf(error, options.failure)),
    onSuccess: end,
    async onFailure(error) {
      if (isMissing(error)) tellGone()
      else if (isConflict(error)) await mergeConflict(error)
      else options.onFailure?.(error)
    },
  })

  /** Takes over what was saved meanwhile and I did not change, and shows the rest beside mine. */
  async function mergeConflict(error: unknown): Promise<void> {
    if (!row) return
    try {
      const now = await options.read(row)
      if (!now) return tellGone()
      patchRows(cache, within, now.id, now)
      setReread(now)
      const { next, changes } = mergedOver({ values: valuesOf(now), version: versionOf(now) }, latest.current)
      // The same change is saved already: made elsewhere, or by an earlier try whose answer was lost.
      if (changes.length === 0 && Object.keys(toSend(next)).length === 0) {
        saySuccess(options.success, now)
        return end(now)
      }
      latest.current = next
      say({ by: options.changedBy?.(now) ?? null, changes })
    } catch (problem) {
      if (isMissing(problem)) tellGone()
      else toast.error('Not saved', messageOf(error))
    }
  }

  return {
    values: { ...typed.over.values, ...typed.changes } as Values,
    change,
    /** Whether something typed is not saved. */
    isChanged: Object.keys(toSend(typed)).length > 0,
    changes: toSend(typed),
    save(): void {
      const changes = toSend(latest.current)
      sent.current = markSent()
      if (Object.keys(changes).length === 0) sent.current(onDone)
      else void send({ changes, version: latest.current.over.version })
    },
    /** For a new row, which the form itself sends: see useDraft. */
    markSent,
    busy,
    /** What the server said about single fields. */
    fields,
    /** Forgets what was typed. */
    discard,
    isGone,
    meanwhile,
    takeTheirs({ field, theirs }: Change<Values>): void {
      change({ [field]: theirs } as Partial<Values>)
      const settled = (one: Change<Values>) => (one.field === field ? { ...one, isDisputed: false } : one)
      if (meanwhile) say({ ...meanwhile, changes: meanwhile.changes.map(settled) })
    },
    offer: offer?.draft && {
      changes: offer.draft.changes,
      isOlder: isOlder(offer.draft, saved),
      restore(): void {
        const { next, changes } = mergedOver(saved, offer.draft as Typed<Values>)
        const disputed = changes.filter(({ isDisputed }) => isDisputed)
        const by = (newest && options.changedBy?.(newest)) ?? null
        const met = disputed.length > 0 ? { by, changes: disputed } : null
        latest.current = { ...next, meanwhile: met }
        offer.restore(latest.current)
        setMeanwhile(met)
      },
      discard: offer.discard,
      count: offer.count,
    },
  }
}

const versionOf = (row: Versioned | null) => row?.version ?? 0

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

function failureOf<Given, Answer>(error: unknown, failure: CallOptions<Given, Answer>['failure']) {
  return typeof failure === 'function' ? failure(error) : failure
}
