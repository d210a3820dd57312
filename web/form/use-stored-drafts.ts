import { useEffect, useReducer } from 'react'
import { isInternalPath } from '../app/internal-path.ts'
import { draftKey, draftsIn } from '../session/member-storage.ts'
import { useAuth } from '../session/session.tsx'
import { type Draft, read, remove, write } from './drafts.ts'
import type { Typed } from './typed.ts'
import { isWritten, parsed } from './unsent.ts'

export type StoredDraft = {
  id: string
  /** The form's name for drafts. */
  name: string
  /** The form's name for members: 'A reply'. */
  place: string
  /** The first text of the form. */
  text: string
  /** Where it was written. */
  path: string | undefined
  /** Deletes it. The function it returns restores it. */
  discard: () => () => void
}

type Stored = { draft: Draft<Typed<object>>; name: string; key: string; storage: () => Storage }

/** The drafts that this tab can continue, the newest first: its own, and those that last. */
export function useStoredDrafts(): StoredDraft[] {
  const { user } = useAuth()
  const [, readAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    // A draft may be written, saved or discarded in another tab.
    addEventListener('storage', readAgain)
    return () => removeEventListener('storage', readAgain)
  }, [])
  const found = user ? [() => sessionStorage, () => localStorage].flatMap(storage => draftsOf(storage, user.id)) : []
  // A lasting draft is stored twice.
  const byId = Map.groupBy(
    found.sort((a, b) => b.draft.at - a.draft.at),
    ({ draft }) => draft.id,
  )
  return [...byId].flatMap(([id, same]) => {
    const [first] = same
    if (!first) return []
    const { draft, name } = first
    const change = (each: (one: Stored) => void) => {
      for (const one of same) each(one)
      readAgain()
    }
    return {
      id,
      name,
      place: draft.place,
      text: firstText(draft.value.changes),
      path: isInternalPath(draft.path) ? draft.path : undefined,
      discard() {
        change(({ storage, key }) => remove(storage, key))
        // What was written in the form since then is not overwritten.
        return () =>
          change(one => {
            if (!read(one.storage, one.key)) write(one.storage, one.key, one.draft)
          })
      },
    }
  })
}

const firstText = (fields: object) =>
  Object.values(fields).find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? ''

const draftsOf = (storage: () => Storage, userId: string): Stored[] =>
  draftsIn(storage, userId).flatMap(([key, stored]) => {
    const draft = parsed(stored) as Draft<Typed<object>> | null
    if (!draft?.place || !isWritten(draft.value)) return []
    const name = key.slice(draftKey(userId, '').length).replace(`#${draft.id}`, '')
    return { draft, name, key, storage }
  })
