import { recentKey } from '../../../web/session/member-storage.ts'
import { type Hit, kinds } from '../contract.ts'

/** What a member opened from the search, newest first: in this browser, until they sign out. */
export type Recent = Pick<Hit, 'kind' | 'id' | 'title' | 'topic_id'>

const MAX_RECENT = 6

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

export function keepRecent(userId: string, { kind, id, title, topic_id }: Recent): void {
  const others = recentOf(userId).filter(one => one.kind !== kind || one.id !== id)
  try {
    localStorage.setItem(
      recentKey(userId),
      JSON.stringify([{ kind, id, title, topic_id }, ...others].slice(0, MAX_RECENT)),
    )
  } catch {
    // Storage is blocked or full: nothing is remembered.
  }
}
