import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError, messageOf } from '../api/call.ts'
import { patchRows } from '../api/send-cache.ts'
import { toast } from '../ui/toast.ts'
import { type Change, changesBetween } from './merge.ts'
import {
  type Conflict,
  changesToSend,
  isOlder,
  isSaved,
  knownFields,
  rebase,
  type Saved,
  type Typed,
  withoutBlanks,
} from './typed.ts'
import { useDraft, useDraftsOf } from './use-draft.ts'

type Options<Row, Values> = {
  /** Name of the draft. */
  name: string
  /** The form's name when the member is asked whether to discard the draft: 'Your profile'. */
  place: string
  /** Also offered in other tabs and after a crash. */
  lasting?: boolean
  /** The edited row with the server's version number; null for a new row. */
  row: Row | null
  /** The form values of a row; for null, the initial values of a new row. */
  valuesOf: (row: Row | null) => Values
  /** Normalises the values for the request. Default: trims texts. `row` is the saved row. */
  normalize?: (values: Values, row: Row | null) => Values
  /** Reads the saved row; undefined if it was deleted. */
  read?: (row: Row) => Promise<Row | undefined>
  /** Who saved the row last, if that may be another member. */
  changedBy?: (row: Row) => string | null
  /** The form for a new row, which offers the draft of a row that was deleted. */
  recreate?: { name: string; values?: (values: Values) => object }
  /** Endpoints whose cached replies contain the row: a save updates them at once. */
  cachedIn?: readonly Endpoint[]
}

export type TypedForm<Values extends object, Row> = ReturnType<typeof useTyped<Row, Values>>

/**
 * The values of a form for a stored or new row: the member's changes and the version they are based on, stored as a draft. If the row
 * was saved elsewhere, the saved values are merged into the form field by field, and FormNotices shows them. useForm sends the result.
 */
export function useTyped<Row, Values extends object>(options: Options<Row, Values>) {
  const { row, valuesOf, cachedIn = [] } = options
  const cache = useQueryClient()
  const [isDeleted, setDeleted] = useState(false)
  /** The row, read again after a conflict. */
  const [reread, setReread] = useState<Row | null>(null)
  const newest = reread && versionOf(reread) > versionOf(row) ? reread : row
  const savedOf = (row: Row | null): Saved<Values> => ({ values: valuesOf(row), version: versionOf(row) })
  const saved = savedOf(newest)
  const normalize = (values: Values) => (options.normalize ?? withoutBlanks)(values, newest)

  const { draft, keep, drop, offer, markSent } = useDraft<Typed<Values>>(options.name, {
    place: options.place,
    lasting: options.lasting,
    classify: typed => (isSaved(over(typed), saved) ? 'saved' : isOlder(typed, saved) ? 'older' : 'current'),
  })
  const [conflict, setConflict] = useState<Conflict<Values> | null>(draft?.meanwhile ?? null)
  const typed: Typed<Values> = draft ? over(draft) : { over: saved, changes: {}, meanwhile: conflict }
  // A second change before the next render builds on the first.
  const latest = useRef(typed)
  latest.current = typed

  const draftsForNew = useDraftsOf(options.recreate?.name ?? '', options.place, options.lasting)
  const idForNew = `deleted-${options.name}`

  /** For a new row, use the current initial values: they may have changed (the company in the member's profile), which is no conflict. */
  function over(draft: Typed<Values>): Typed<Values> {
    const changes = knownFields(draft.changes, saved.values)
    return row ? { ...draft, changes } : { over: saved, changes }
  }
  function update(next: Typed<Values>): void {
    latest.current = next
    if (Object.keys(next.changes).length > 0) keep(next)
    else drop()
    if (isDeleted) offerForNewRow()
  }
  function offerForNewRow(): void {
    const { recreate } = options
    if (!recreate) return
    const { over, changes } = latest.current
    const [empty, values] = [valuesOf(null), { ...over.values, ...changes }]
    const forNew = changesBetween(empty, (recreate.values?.(values) ?? values) as Values)
    draftsForNew.addOther(idForNew, { over: { values: empty, version: 0 }, changes: forNew })
  }
  function markDeleted(): void {
    setDeleted(true)
    offerForNewRow()
  }
  function change(fields: Partial<Values>): void {
    const { over, changes, ...rest } = latest.current
    update({ ...rest, over, changes: changesBetween(over.values, { ...over.values, ...changes, ...fields }) })
  }
  function keepConflict(next: Conflict<Values>): void {
    setConflict(next)
    update({ ...latest.current, meanwhile: next })
  }
  const toSend = (now: Typed<Values>) => changesToSend(now, normalize)
  const patch = (changed: object) => patchRows(cache, cachedIn, (row as { id?: unknown } | null)?.id, changed)

  /**
   * For a 409 or 404: merges the saved row into the form and shows the conflict, or marks the row as deleted. Returns the row if
   * every typed value is already saved, by somebody else or by an earlier request whose response was lost.
   */
  async function resolveConflict(error: ApiError): Promise<Row | undefined> {
    try {
      const now = error.status === 404 || !row ? undefined : await options.read?.(row)
      if (!now) return void markDeleted()
      patch(now)
      setReread(now)
      const { next, changes } = rebase(savedOf(now), latest.current)
      if (changes.length === 0 && Object.keys(toSend(next)).length === 0) return now
      latest.current = next
      keepConflict({ by: options.changedBy?.(now) ?? null, changes })
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) markDeleted()
      else toast.error('Not saved', messageOf(error))
    }
  }

  return {
    row,
    name: options.name,
    values: { ...typed.over.values, ...typed.changes } as Values,
    change,
    /** The values and changes to send, with the version they are based on. */
    latest() {
      const { over, changes } = latest.current
      const [values, version] = [{ ...over.values, ...changes }, over.version]
      return { values: normalize(values), changes: toSend(latest.current), version }
    },
    changes: toSend(typed),
    /** Whether there are unsaved changes. */
    isChanged: Object.keys(toSend(typed)).length > 0,
    patch,
    markSent() {
      const forget = markSent()
      return () => {
        forget()
        setConflict(null)
      }
    },
    resolveConflict,
    /** Deletes the draft. */
    discard(): void {
      drop()
      setConflict(null)
      if (isDeleted) draftsForNew.removeOther(idForNew)
    },
    isDeleted,
    conflict,
    takeTheirs({ field, theirs }: Change<Values>): void {
      change({ [field]: theirs } as Partial<Values>)
      const settled = (change: Change<Values>) => (change.field === field ? { ...change, isDisputed: false } : change)
      if (conflict) keepConflict({ ...conflict, changes: conflict.changes.map(settled) })
    },
    offer: offer && {
      changes: offer.draft.changes,
      isOlder: isOlder(offer.draft, saved),
      restore: () =>
        offer.restore(draft => {
          const { next, changes } = rebase(saved, over(draft))
          const disputed = changes.filter(({ isDisputed }) => isDisputed)
          const by = (newest && options.changedBy?.(newest)) ?? null
          const conflict = disputed.length > 0 ? { by, changes: disputed } : null
          setConflict(conflict)
          latest.current = { ...next, meanwhile: conflict }
          return latest.current
        }),
      discard: offer.discard,
      count: offer.count,
    },
  }
}

const versionOf = (row: unknown) => (row as { version?: number } | null)?.version ?? 0
