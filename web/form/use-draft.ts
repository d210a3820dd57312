import { useEffect, useState } from 'react'
import { session, useAuth } from '../session/session.tsx'
import { type Draft, draftsOf } from './drafts.ts'

/** Something that was written earlier or in another tab and is not in the form: restored only when the member says so. */
export type Offer<T> = {
  draft: T
  /** Puts what is made of it, as it stands in the other tab now, into the form. What stood there is offered in its place. */
  restore: (make: (draft: T) => T) => void
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
  judge: (draft: T) => 'current' | 'older' | 'spent'
}

/**
 * Something half written, which a reload, a slip of the finger or an ended session must not lose:
 * `const { draft, keep, drop, offer } = useDraft('investor:new', { place: 'A new investor', judge })`. Kept for this tab and this member only,
 * until the member signs out (see member-storage.ts). A component that changes the name is given it as its key as well.
 */
export function useDraft<T>(name: string, { place, lasting = false, judge }: Options<T>) {
  const { user } = useAuth()
  const owner = user?.id
  const drafts = draftsOf<T>(owner ?? '', name, place, lasting)
  // A screen may be typed into for a moment longer than its member is signed in.
  const isMine = () => owner !== undefined && session.get().user?.id === owner
  const [begun] = useState(() => begin(drafts, judge))
  const [draft, setDraft] = useState<T | null>(begun.own?.value ?? null)
  const [offers, setOffers] = useState(begun.offers)

  useEffect(() => {
    // Saved or discarded in another tab, a draft is no longer to be had.
    const look = () =>
      setOffers(now => now.filter(({ id }) => draftsOf<T>(owner ?? '', name, place, lasting).other(id)))
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [owner, name, place, lasting])

  const key = `${owner} ${name}`
  useEffect(() => {
    const forget = () => setDraft(null)
    const forms = shown.get(key) ?? new Set()
    shown.set(key, forms.add(forget))
    return () => void forms.delete(forget)
  }, [key])

  /**
   * Call it when the form is sent, and what it returns when that has succeeded: what was sent is then no draft any more, also in a
   * form that was opened meanwhile; what was written there since stays.
   */
  const markSent = () => {
    const sent = drafts.own()
    return () => {
      const now = drafts.own()
      if (!now || (now.id === sent?.id && now.at === sent.at)) {
        drafts.drop()
        for (const forget of shown.get(key) ?? []) forget()
      }
    }
  }
  const keep = (next: T) => {
    setDraft(next)
    if (isMine()) drafts.keep(next)
  }
  const drop = () => {
    setDraft(null)
    drafts.drop()
  }
  const [first] = offers
  const offer: Offer<T> | undefined = first && {
    draft: first.value,
    restore(make) {
      drafts.setAside()
      keep(make(drafts.other(first.id)?.value ?? first.value))
      drafts.removeOther(first.id)
      setOffers(drafts.others())
    },
    discard() {
      for (const { id } of offers) drafts.removeOther(id)
      setOffers([])
    },
    count: offers.length,
  }
  return { draft, keep, drop, offer, markSent }
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
