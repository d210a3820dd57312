import { newKey } from '../api/call.ts'
import { draftKey } from '../session/member-storage.ts'
import { notifyOtherTabs } from './unsent.ts'

const DAY_MS = 86_400_000
const OLDER_KEPT_MS = 30 * DAY_MS
const MAX_OLDER = 4

/** `place`: the form's name in questions to the member, such as 'A reply'. `path`: where it was written; drafts of older versions have none. */
export type Draft<T> = { id: string; at: number; place: string; path?: string; value: T }

/**
 * The stored drafts of one form. The tab's own draft is in sessionStorage, so that two tabs never overwrite each other. A lasting
 * draft is also copied to localStorage under its id, and the copy is offered after a crash or in another tab. Drafts that were set
 * aside are stored in the same way.
 */
export function draftsOf<T>(userId: string, name: string, place: string, lasting: boolean) {
  const ownKey = draftKey(userId, name)
  const copyKey = (id: string) => `${ownKey}#${id}`
  const copies = () => (lasting ? localStorage : sessionStorage)
  const own = () => read<T>(() => sessionStorage, ownKey)

  return {
    own,
    keep(value: T): void {
      const path = location.pathname + location.search
      const draft: Draft<T> = { id: own()?.id ?? newKey(), at: Date.now(), place, path, value }
      write(() => sessionStorage, ownKey, draft)
      if (lasting) write(copies, copyKey(draft.id), draft)
    },
    drop(): void {
      const id = own()?.id
      remove(() => sessionStorage, ownKey)
      if (id) remove(copies, copyKey(id))
    },
    /** Moves the tab's own draft to the other drafts. */
    setAside(): void {
      const draft = own()
      if (!draft) return
      write(copies, copyKey(draft.id), draft)
      remove(() => sessionStorage, ownKey)
    },
    /** Adds a draft from another form, to be offered here. The same id replaces the earlier draft. */
    addOther(id: string, value: T): void {
      write(copies, copyKey(id), { id, at: Date.now(), place, value })
    },
    /** Newest first. */
    others(): Draft<T>[] {
      const mine = own()?.id
      return keysOf(copies)
        .filter(key => key.startsWith(copyKey('')))
        .flatMap(key => read<T>(copies, key) ?? [])
        .filter(({ id }) => id !== mine)
        .sort((a, b) => b.at - a.at)
    },
    /** Limits the drafts left by closed tabs: keeps the newest always, and a few older ones for 30 days. */
    removeOldest(): void {
      const [, ...older] = this.others()
      for (const [index, { id, at }] of older.entries())
        if (index >= MAX_OLDER || Date.now() - at > OLDER_KEPT_MS) this.removeOther(id)
    },
    other: (id: string) => read<T>(copies, copyKey(id)),
    removeOther: (id: string) => remove(copies, copyKey(id)),
  }
}

// Storage may be full or forbidden: forms work without it.

export function read<T>(storage: () => Storage, key: string): Draft<T> | undefined {
  try {
    const draft = JSON.parse(storage().getItem(key) ?? 'null')
    return draft && 'value' in draft ? draft : undefined
  } catch {
    return undefined
  }
}

export function write(storage: () => Storage, key: string, draft: Draft<unknown>): void {
  try {
    storage().setItem(key, JSON.stringify(draft))
    notifyOtherTabs()
  } catch {}
}

export function remove(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key)
    notifyOtherTabs()
  } catch {}
}

function keysOf(storage: () => Storage): string[] {
  try {
    return Object.keys(storage())
  } catch {
    return []
  }
}
