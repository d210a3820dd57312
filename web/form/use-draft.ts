import { useEffect, useRef, useState } from 'react'
import { session, useAuth } from '../session/session.tsx'
import { useIsThere } from '../ui/use-is-there.ts'
import { type Draft, draftsOf } from './drafts.ts'

/** Something that was written earlier or in another tab and is not in the form: restored only when the member says so. */
export type Offer<T> = {
  draft: T
  /** Puts it, or what was made of it, into the form. What stood there is offered in its place. */
  restore: (draft?: T) => void
  /** All that is offered: none of it is offered again. */
  discard: () => void
  count: number
}

type Options<T> = {
  /** What the form is called when the member is asked whether what is written there may go: 'A reply'. */
  place: string
  /** For this browser, so that it is offered after a crash and in other tabs too. */
  lasting?: boolean
  /** `older`: not put into the form unasked. `spent`: nothing in it that is not saved already. */
  judge?: (draft: T) => 'current' | 'older' | 'spent'
}

/**
 * Something half written, which a reload, a slip of the finger or an ended session must not lose:
 * `const [draft, keep, drop, offer] = useDraft('investor:new', empty, { place: 'A new investor' })`. Kept for this tab and this member only, until the member
 * signs out (see member-storage.ts). A component that changes the name is given it as its key as well.
 */
export function useDraft<T>(
  name: string,
  empty: T,
  { place, lasting = false, judge = () => 'current' }: Options<T>,
): [
  draft: T,
  keep: (next: T) => void,
  drop: () => void,
  offer: Offer<T> | null,
  markSent: () => (done?: () => void) => void,
] {
  const { user } = useAuth()
  const owner = user?.id
  const drafts = draftsOf<T>(owner ?? '', name, place, lasting)
  // A screen may be typed into for a moment longer than its member is signed in.
  const isMine = () => owner !== undefined && session.get().user?.id === owner
  const [begun] = useState(() => begin(drafts, judge))
  const [draft, setDraft] = useState<T>(begun.own ? begun.own.value : empty)
  const [offers, setOffers] = useState(begun.offers)

  useEffect(() => {
    // Saved or discarded in another tab, a draft is no longer to be had.
    const look = () =>
      setOffers(now => now.filter(({ id }) => draftsOf<T>(owner ?? '', name, place, lasting).other(id)))
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [owner, name, place, lasting])

  const isThere = useIsThere()
  const key = `${owner} ${name}`
  const emptyNow = useRef(empty)
  emptyNow.current = empty
  useEffect(() => {
    const forget = () => setDraft(emptyNow.current)
    const forms = shown.get(key) ?? new Set()
    shown.set(key, forms.add(forget))
    return () => void forms.delete(forget)
  }, [key])

  /**
   * Call it when the form is sent, and what it returns when that has succeeded: what was sent is then no draft any more, also in a
   * form that was opened meanwhile; what was written there since stays. `done` closes the form or leads on: it is called only if this form
   * is still on the screen, since the answer may come when the member has gone elsewhere.
   */
  const markSent = () => {
    const sent = drafts.own()
    return (done?: () => void) => {
      const now = drafts.own()
      if (!now || (now.id === sent?.id && now.at === sent.at)) {
        drafts.drop()
        for (const forget of shown.get(key) ?? []) forget()
      }
      if (isThere.current) done?.()
    }
  }
  const keep = (next: T) => {
    setDraft(next)
    if (isMine()) drafts.keep(next)
  }
  const drop = () => {
    setDraft(empty)
    drafts.drop()
  }
  const [first] = offers
  const offer = first && {
    draft: first.value,
    restore(next = drafts.other(first.id)?.value ?? first.value) {
      drafts.setAside()
      keep(next)
      drafts.removeOther(first.id)
      setOffers(drafts.others())
    },
    discard() {
      for (const { id } of offers) drafts.removeOther(id)
      setOffers([])
    },
    count: offers.length,
  }
  return [draft, keep, drop, offer ?? null, markSent]
}

/** What empties the forms on the screen, by the member and the name of the draft they show. */
const shown = new Map<string, Set<() => void>>()

/** The drafts of another form of the same member. */
export function useDraftsOf<T>(name: string, place: string, lasting = false) {
  const { user } = useAuth()
  return draftsOf<T>(user?.id ?? '', name, place, lasting)
}

function begin<T>(drafts: ReturnType<typeof draftsOf<T>>, judge: (draft: T) => 'current' | 'older' | 'spent') {
  const own = drafts.own()
  const verdict = own && judge(own.value)
  if (verdict === 'older') drafts.setAside()
  if (verdict === 'spent') drafts.drop()
  drafts.removeOldest()
  const offers: Draft<T>[] = []
  for (const draft of drafts.others())
    if (judge(draft.value) === 'spent') drafts.removeOther(draft.id)
    // The same text is nothing to restore: a tab that was duplicated has it in the form already.
    else if (verdict !== 'current' || JSON.stringify(draft.value) !== JSON.stringify(own?.value)) offers.push(draft)
  return { own: verdict === 'current' ? own : undefined, offers }
}
