import { useState } from 'react'
import { useAuth } from './session.tsx'

/**
 * Something half written, which a reload or an ended session must not lose: `const [draft, keep, drop] = useDraft('profile', {})`.
 * Kept for this tab and this member only: the next person at the same machine does not find it.
 */
export function useDraft<T>(name: string, empty: T): [draft: T, keep: (next: T) => void, drop: () => void] {
  const { user } = useAuth()
  const key = `draft:${user?.id}:${name}`
  const [draft, setDraft] = useState<T>(() => stored(key) ?? empty)
  const keep = (next: T) => {
    setDraft(next)
    store(key, next)
  }
  const drop = () => {
    setDraft(empty)
    store(key, undefined)
  }
  return [draft, keep, drop]
}

function stored<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing (full, or forbidden to) still lets people write. */
function store(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
