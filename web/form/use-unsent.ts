import { useReducer } from 'react'
import { draftKey, draftsIn } from '../session/member-storage.ts'
import { useAuth } from '../session/session.tsx'
import { type Draft, remove } from './drafts.ts'
import { type Typed, textIn } from './typed.ts'
import { isWritten, parsed } from './unsent.ts'

type Stored = Draft<Typed<object>> & { forget: () => void }

/**
 * The drafts of the forms with these names, newest first, for a screen whose row was deleted, so that the forms are no longer shown.
 * A name includes the drafts below it: 'investor:82' also finds 'investor:82:comment:7'.
 */
export function useUnsent(...names: string[]): { text: string; discard: () => void }[] {
  const { user } = useAuth()
  const [, readAgain] = useReducer((times: number) => times + 1, 0)
  const drafts = user ? names.flatMap(name => draftsUnder(user.id, name)) : []
  // One text may be stored several times: as the tab's draft, as its copy for other tabs, and as an offer in the form for a new row.
  const byText = Map.groupBy(
    drafts.sort((a, b) => b.at - a.at),
    ({ value }) => textIn(value.changes),
  )
  return [...byText].map(([text, same]) => ({
    text,
    discard() {
      for (const { forget } of same) forget()
      readAgain()
    },
  }))
}

function draftsUnder(userId: string, name: string): Stored[] {
  const key = draftKey(userId, name)
  return [() => sessionStorage, () => localStorage].flatMap(storage =>
    draftsIn(storage, userId)
      .filter(([found]) => found === key || found.startsWith(`${key}#`) || found.startsWith(`${key}:`))
      .flatMap(([found, stored]) => {
        const draft = parsed(stored) as Draft<Typed<object>> | null
        return draft && isWritten(draft.value) ? { ...draft, forget: () => remove(storage, found) } : []
      }),
  )
}
