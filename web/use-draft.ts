import { useState } from 'react'
import { draftKey } from './member-storage.ts'
import { session, useAuth } from './session.tsx'

/**
 * Something half written, which a reload, a slip of the finger or an ended session must not lose:
 * `const [draft, keep, drop] = useDraft('investor:new', empty)`. Kept for this tab and this member only, until
 * the member signs out (see member-storage.ts). `lasting`: for this browser, so that it is there after a crash too. A component that
 * changes the name is given it as its key as well.
 */
export function useDraft<T>(
  name: string,
  empty: T,
  { lasting = false } = {},
): [draft: T, keep: (next: T) => void, drop: () => void] {
  const { user } = useAuth()
  const place = () => (lasting ? localStorage : sessionStorage)
  const owner = user?.id
  const key = draftKey(owner ?? '', name)
  // A screen may be typed into for a moment longer than its member is signed in.
  const isMine = () => owner !== undefined && session.get().user?.id === owner
  const [draft, setDraft] = useState<T>(() => stored(place, key) ?? empty)
  const keep = (next: T) => {
    setDraft(next)
    if (isMine()) store(place, key, next)
  }
  const drop = () => {
    setDraft(empty)
    store(place, key, undefined)
  }
  return [draft, keep, drop]
}

function stored<T>(place: () => Storage, key: string): T | undefined {
  try {
    return JSON.parse(place().getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing (full, or forbidden to) still lets people write. */
function store(place: () => Storage, key: string, value: unknown): void {
  try {
    if (value === undefined) place().removeItem(key)
    else place().setItem(key, JSON.stringify(value))
  } catch {}
}
