import { useEffect, useState } from 'react'
import { session, useAuth } from '../session/session.tsx'
import { type Draft, draftsOf } from './drafts.ts'

/** A draft written earlier or in another tab, restored only on request. */
type Offer<T> = {
  draft: T
  /** Puts `make(draft)` into the form, with the draft's latest stored value. The form's previous draft is offered instead. */
  restore: (make: (draft: T) => T) => void
  /** Deletes all offered drafts. */
  discard: () => void
  count: number
}

type Options<T> = {
  /** The form's name when the member is asked whether to discard the draft: 'A reply'. */
  place: string
  /** Also stored in localStorage, so that it is offered after a crash and in other tabs. */
  lasting?: boolean
  /** `older`: offered, not restored automatically. `saved`: everything in it is already saved. */
  classify: (draft: T) => 'current' | 'older' | 'saved'
}

/**
 * A draft that survives a reload, an accidental close and an expired session:
 * `const { draft, keep, drop, offer } = useDraft('investor:new', { place: 'A new investor', classify })`. Stored for this tab and this member,
 * until the member signs out (see member-storage.ts). If the name can change, also pass it as the component's key.
 */
export function useDraft<T>(name: string, { place, lasting = false, classify }: Options<T>) {
  const { user } = useAuth()
  const owner = user?.id
  const drafts = draftsOf<T>(owner ?? '', name, place, lasting)
  // The form may still receive input just after the member was signed out.
  const isMine = () => owner !== undefined && session.get().user?.id === owner
  const [loaded] = useState(() => loadDrafts(drafts, classify))
  const [draft, setDraft] = useState<T | null>(loaded.own?.value ?? null)
  const [offers, setOffers] = useState(loaded.offers)

  useEffect(() => {
    // A draft may be saved or discarded in another tab.
    const removeStale = () =>
      setOffers(now => now.filter(({ id }) => draftsOf<T>(owner ?? '', name, place, lasting).other(id)))
    addEventListener('storage', removeStale)
    return () => removeEventListener('storage', removeStale)
  }, [owner, name, place, lasting])

  const key = `${owner} ${name}`
  useEffect(() => {
    const clear = () => setDraft(null)
    const forms = clearForms.get(key) ?? new Set()
    clearForms.set(key, forms.add(clear))
    return () => void forms.delete(clear)
  }, [key])

  /**
   * Call it on submit, and call the returned function on success: it deletes the draft that was sent, also from a form opened since.
   * A draft that was changed after the submit is kept.
   */
  const markSent = () => {
    const sent = drafts.own()
    return () => {
      const now = drafts.own()
      if (!now || (now.id === sent?.id && now.at === sent.at)) {
        drafts.drop()
        for (const clear of clearForms.get(key) ?? []) clear()
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

/** Callbacks that clear the mounted forms, by member and draft name. */
const clearForms = new Map<string, Set<() => void>>()

/** The drafts of another form of the same member. */
export function useDraftsOf<T>(name: string, place: string, lasting = false) {
  const { user } = useAuth()
  return draftsOf<T>(user?.id ?? '', name, place, lasting)
}

function loadDrafts<T>(drafts: ReturnType<typeof draftsOf<T>>, classify: (draft: T) => 'current' | 'older' | 'saved') {
  const own = drafts.own()
  const state = own && classify(own.value)
  if (state === 'older') drafts.setAside()
  if (state === 'saved') drafts.drop()
  drafts.removeOldest()
  const offers: Draft<T>[] = []
  for (const draft of drafts.others())
    if (classify(draft.value) === 'saved') drafts.removeOther(draft.id)
    // A duplicated tab already has the same draft in its form.
    else if (state !== 'current' || JSON.stringify(draft.value) !== JSON.stringify(own?.value)) offers.push(draft)
  return { own: state === 'current' ? own : undefined, offers }
}
