import { newKey } from '../api/call.ts'
import { draftKey } from '../session/member-storage.ts'
import { tellOtherTabs } from './unsent.ts'

const DAY_MS = 86_400_000
const OLDER_KEPT_MS = 30 * DAY_MS
const MOST_OLDER = 4

/** `place`: what the form is called when the member is asked about it, such as 'A reply'. */
export type Draft<T> = { id: string; at: number; place: string; value: T }

/**
 * Where the drafts of one form are stored. The tab's own is in sessionStorage, so two tabs never write into the same one. A lasting
 * draft is copied to localStorage, each under its own id: after a crash, or in another tab, the copy is offered. What was set aside
 * lies beside them in the same way.
 */
export function draftsOf<T>(userId: string, name: string, place: string, lasting: boolean) {
  const ownKey = draftKey(userId, name)
  const copyKey = (id: string) => `${ownKey}#${id}`
  const copies = () => (lasting ? localStorage : sessionStorage)
  const own = () => read<T>(() => sessionStorage, ownKey)

  return {
    own,
    keep(value: T): void {
      const draft: Draft<T> = { id: own()?.id ?? newKey(), at: Date.now(), place, value }
      write(() => sessionStorage, ownKey, draft)
      if (lasting) write(copies, copyKey(draft.id), draft)
    },
    drop(): void {
      const id = own()?.id
      remove(() => sessionStorage, ownKey)
      if (id) remove(copies, copyKey(id))
    },
    /** Makes room for another draft: the own one becomes one of the others. */
    setAside(): void {
      const draft = own()
      if (!draft) return
      write(copies, copyKey(draft.id), draft)
      remove(() => sessionStorage, ownKey)
    },
    /** Something that another form leaves here, to be offered; left again under the same id, it takes the place of the last. */
    leave(id: string, value: T): void {
      write(copies, copyKey(id), { id, at: Date.now(), place, value })
    },
    /** The newest first. */
    others(): Draft<T>[] {
      const mine = own()?.id
      return keysOf(copies)
        .filter(key => key.startsWith(copyKey('')))
        .flatMap(key => read<T>(copies, key) ?? [])
        .filter(({ id }) => id !== mine)
        .sort((one, other) => other.at - one.at)
    },
    /** What closed tabs leave behind must not pile up. The newest stays in any case; of the older ones a few, for a month. */
    removeOldest(): void {
      const [, ...older] = this.others()
      for (const [index, { id, at }] of older.entries())
        if (index >= MOST_OLDER || Date.now() - at > OLDER_KEPT_MS) this.removeOther(id)
    },
    other: (id: string) => read<T>(copies, copyKey(id)),
    removeOther: (id: string) => remove(copies, copyKey(id)),
  }
}

// A browser that keeps nothing (full, or forbidden to) still lets people write.

function read<T>(place: () => Storage, key: string): Draft<T> | undefined {
  try {
    const draft = JSON.parse(place().getItem(key) ?? 'null')
    return draft && 'value' in draft ? draft : undefined
  } catch {
    return undefined
  }
}

function write(place: () => Storage, key: string, draft: Draft<unknown>): void {
  try {
    place().setItem(key, JSON.stringify(draft))
    tellOtherTabs()
  } catch {}
}

export function remove(place: () => Storage, key: string): void {
  try {
    place().removeItem(key)
    tellOtherTabs()
  } catch {}
}

function keysOf(place: () => Storage): string[] {
  try {
    return Object.keys(place())
  } catch {
    return []
  }
}
