import { useState } from 'react'
import { useAuth } from '../../../web/session.tsx'

/**
 * What is being written, kept in this browser until it is sent or given up, so that neither a reload nor a crash loses it.
 * One for each member and `name`. Whoever shows it for another name shows it anew (`key={name}`).
 */
export function useDraft<T extends object>(name: string, beginning: T) {
  const { user } = useAuth()
  const key = `draft:${user?.id}:${name}`
  const [text, setText] = useState<T>(() => ({ ...beginning, ...read(key) }))

  function change(part: Partial<T>) {
    const next = { ...text, ...part }
    setText(next)
    keep(key, JSON.stringify(next) === JSON.stringify(beginning) ? null : next)
  }
  function drop() {
    setText(beginning)
    keep(key, null)
  }
  return [text, change, drop] as const
}

// A browser may refuse to keep anything; then a draft lives as long as the page.
function read(key: string): object {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}
function keep(key: string, value: object | null) {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value))
    else localStorage.removeItem(key)
  } catch {}
}
