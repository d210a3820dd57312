import { useEffect, useState } from 'react'
import { api } from '../../../web/api/call.ts'
import { recentKey } from '../../../web/session/member-storage.ts'
import { type Hit, kinds, MAX_RECENT, readRecent } from '../contract.ts'

/** What a member opened from the search, newest first: in this browser, until they sign out. */
export type Recent = Pick<Hit, 'kind' | 'id' | 'title' | 'topic_id'>

const isRecent = (value: unknown): value is Recent => {
  const { kind, id, title } = (value ?? {}) as Partial<Recent>
  return kinds.some(one => one === kind) && typeof id === 'number' && typeof title === 'string'
}

export function recentOf(userId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT) : []
  } catch {
    // Storage is blocked, or its content is not ours.
    return []
  }
}

export function keepRecent(userId: string, opened: Recent): void {
  const others = recentOf(userId).filter(one => one.kind !== opened.kind || one.id !== opened.id)
  storeRecent(userId, [opened, ...others].slice(0, MAX_RECENT))
}

function storeRecent(userId: string, recents: Recent[]): void {
  try {
    const stored = recents.map(({ kind, id, title, topic_id }) => ({ kind, id, title, topic_id }))
    localStorage.setItem(recentKey(userId), JSON.stringify(stored))
  } catch {
    // Storage is blocked or full: nothing is remembered.
  }
}

/** What is stored, and then as it is now: without what was deleted meanwhile, and with the present titles. */
export function useRecent(userId: string): Recent[] {
  const [recents, setRecents] = useState(() => recentOf(userId))
  useEffect(() => {
    const hits = recentOf(userId).map(({ kind, id }) => `${kind}-${id}`)
    if (hits.length === 0) return
    const controller = new AbortController()
    api(readRecent, { hits: hits.join() }, { signal: controller.signal }).then(
      current => {
        storeRecent(userId, current)
        setRecents(current)
      },
      // Without network the stored ones stay.
      () => {},
    )
    return () => controller.abort()
  }, [userId])
  return recents
}
