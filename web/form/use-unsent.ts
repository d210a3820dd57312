import { useReducer } from 'react'
import { draftKey, draftsIn } from '../session/member-storage.ts'
import { useAuth } from '../session/session.tsx'
import { type Draft, remove } from './drafts.ts'
import { type Typed, textIn } from './typed.ts'
import { isWritten, parsed } from './unsent.ts'

type Stored = Draft<Typed<object>> & { forget: () => void }

/**
 * Everything that is half written in the forms of these names, the newest first, for a screen that has no such form any more: what it was
 * written to is gone. The drafts of single rows count too: 'investor:82' is also about 'investor:82:comment:7'.
 */
export function useUnsent(...names: string[]): { text: string; discard: () => void }[] {
  const { user } = useAuth()
  const [, readAgain] = useReducer((times: number) => times + 1, 0)
  const drafts = user ? names.flatMap(name => draftsUnder(user.id, name)) : []
  // Of one text there may be several: the tab's own has a copy for the other tabs, and what could not be saved was left for the form of a new row.
  const byText = Map.groupBy(
    drafts.sort((one, other) => other.at - one.at),
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
  return [() => sessionStorage, () => localStorage].flatMap(place =>
    draftsIn(place, userId)
      .filter(([one]) => one === key || one.startsWith(`${key}#`) || one.startsWith(`${key}:`))
      .flatMap(([one, stored]) => {
        const draft = parsed(stored) as Draft<Typed<object>> | null
        return draft && isWritten(draft.value) ? { ...draft, forget: () => remove(place, one) } : []
      }),
  )
}
