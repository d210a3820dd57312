import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError, messageOf } from '../api/call.ts'
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

type Options<Row, Values> = {
  /** Of the draft. */
  name: string
  /** What the form is called when the member is asked whether what is written there may go: 'Your profile'. */
  place: string
  /** Also kept in other tabs and after a crash. */
  lasting?: boolean
  /** The row that is changed, with the version that the server counts; null for a new one. */
  row: Row | null
  /** What the form shows of a row; of null, what a new one begins with. */
  valuesOf: (row: Row | null) => Values
  /** As they are sent: without it, without blanks around texts. */
  written?: (values: Values) => Values
  /** The row as it is saved now; undefined when it is gone. */
  read?: (row: Row) => Promise<Row | undefined>
  /** Who saved it last, where that may be another member. */
  changedBy?: (row: Row) => string | null
  /** The form for a new row: what was typed into a row that was deleted meanwhile is offered there. */
  again?: { name: string; values?: (values: Values) => object }
  /** Whose cached replies have the row: what is saved is put there at once. */
  within?: readonly Endpoint[]
}

/** What useForm and FormNotices need of it. */
export type Typing<Values extends object, Row> = ReturnType<typeof useTyped<Row, Values>>

/**
 * What a form holds, of a stored row or of a new one: changes over the version they were typed over, kept as a draft. If the row was
 * saved meanwhile, what was saved is merged into the form field by field, and FormNotices shows it. Given to useForm, which sends it.
 */
export function useTyped<Row, Values extends object>(options: Options<Row, Values>) {
  const { row, valuesOf, written = withoutBlanks, within = [] } = options
  const cache = useQueryClient()
  const [isGone, setGone] = useState(false)
  /** The row as it was read again after a conflict. */
  const [reread, setReread] = useState<Row | null>(null)
  const newest = reread && versionOf(reread) > versionOf(row) ? reread : row
  const savedOf = (one: Row | null): Saved<Values> => ({ values: valuesOf(one), version: versionOf(one) })
  const saved = savedOf(newest)

  const { draft, keep, drop, offer, markSent } = useDraft<Typed<Values>>(options.name, {
    place: options.place,
    lasting: options.lasting,
    judge: typed => (isSpent(typed, saved) ? 'spent' : isOlder(typed, saved) ? 'older' : 'current'),
  })
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Values> | null>(draft?.meanwhile ?? null)
  const typed: Typed<Values> = draft ? over(draft) : { over: saved, changes: {}, meanwhile }
  // Two changes before the next drawing: the second one builds on the first.
  const latest = useRef(typed)
  latest.current = typed

  const draftsForNew = useDraftsOf(options.again?.name ?? '', options.place, options.lasting)
  const idForNew = `deleted-${options.name}`

  /** What a new row begins with may have changed since, such as by the company of one's profile: nobody has to decide about that. */
  function over(draft: Typed<Values>): Typed<Values> {
    return row ? draft : { over: saved, changes: draft.changes }
  }
  function hold(next: Typed<Values>): void {
    latest.current = next
    if (Object.keys(next.changes).length > 0) keep(next)
    else drop()
    if (isGone) leaveForNew()
  }
  function leaveForNew(): void {
    const { again } = options
    if (!again) return
    const { over, changes } = latest.current
    const [empty, values] = [valuesOf(null), { ...over.values, ...changes }]
    const forNew = changesBetween(empty, (again.values?.(values) ?? values) as Values)
    draftsForNew.leave(idForNew, { over: { values: empty, version: 0 }, changes: forNew })
  }
  function tellGone(): void {
    setGone(true)
    leaveForNew()
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
  const patch = (changed: object) => patchRows(cache, within, (row as { id?: unknown } | null)?.id, changed)

  /**
   * After a refusal that says the row was saved or deleted meanwhile: takes over what I did not change, and shows the rest beside
   * mine. Gives the row if what I typed is saved already, by somebody else or by an earlier try whose answer was lost.
   */
  async function meet(error: ApiError): Promise<Row | undefined> {
    try {
      const now = error.status === 404 || !row ? undefined : await options.read?.(row)
      if (!now) return void tellGone()
      patch(now)
      setReread(now)
      const { next, changes } = mergedOver(savedOf(now), latest.current)
      if (changes.length === 0 && Object.keys(toSend(next)).length === 0) return now
      latest.current = next
      say({ by: options.changedBy?.(now) ?? null, changes })
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) tellGone()
      else toast.error('Not saved', messageOf(error))
    }
  }

  return {
    row,
    name: options.name,
    values: { ...typed.over.values, ...typed.changes } as Values,
    change,
    /** As it is sent now, with the version it was typed over. */
    latest() {
      const { over, changes } = latest.current
      const [values, version] = [{ ...over.values, ...changes }, over.version]
      return { values: written(values), changes: toSend(latest.current), version }
    },
    changes: toSend(typed),
    /** Whether something typed is not saved. */
    isChanged: Object.keys(toSend(typed)).length > 0,
    patch,
    markSent,
    meet,
    /** Forgets what was typed. */
    discard(): void {
      drop()
      if (isGone) draftsForNew.removeOther(idForNew)
    },
    isGone,
    meanwhile,
    takeTheirs({ field, theirs }: Change<Values>): void {
      change({ [field]: theirs } as Partial<Values>)
      const settled = (one: Change<Values>) => (one.field === field ? { ...one, isDisputed: false } : one)
      if (meanwhile) say({ ...meanwhile, changes: meanwhile.changes.map(settled) })
    },
    offer: offer && {
      changes: offer.draft.changes,
      isOlder: isOlder(offer.draft, saved),
      restore: () =>
        offer.restore(draft => {
          const { next, changes } = mergedOver(saved, over(draft))
          const disputed = changes.filter(({ isDisputed }) => isDisputed)
          const by = (newest && options.changedBy?.(newest)) ?? null
          const met = disputed.length > 0 ? { by, changes: disputed } : null
          setMeanwhile(met)
          latest.current = { ...next, meanwhile: met }
          return latest.current
        }),
      discard: offer.discard,
      count: offer.count,
    },
  }
}

const versionOf = (row: unknown) => (row as { version?: number } | null)?.version ?? 0
