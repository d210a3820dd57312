import { draftKey, draftsIn } from '../member-storage.ts'
import { useAuth } from '../session.tsx'
import { isWritten, parsed } from '../unsent.ts'
import type { Draft } from './drafts.ts'
import { textIn } from './typed.ts'

/**
 * Everything that is half written in the forms of these names, the newest first, for a screen that has no such form any more: what it was
 * written to is gone. The drafts of single rows count too: 'investor:82' is also about 'investor:82:comment:7'.
 */
export function useUnsent(...names: string[]): string[] {
  const { user } = useAuth()
  const drafts = user ? names.flatMap(name => draftsUnder(user.id, name)) : []
  const texts = drafts.sort((one, other) => other.at - one.at).map(({ value }) => textOf(value))
  // The tab's own draft may have a copy for the other tabs, and what could not be saved one that was left for the form of a new row.
  return [...new Set(texts)].filter(text => text !== '')
}

function draftsUnder(userId: string, name: string): Draft<unknown>[] {
  const key = draftKey(userId, name)
  const all = [() => sessionStorage, () => localStorage].flatMap(place => draftsIn(place, userId))
  return all
    .filter(([one]) => one === key || one.startsWith(`${key}#`) || one.startsWith(`${key}:`))
    .flatMap(([, stored]) => (parsed(stored) as Draft<unknown> | null) ?? [])
    .filter(({ value }) => isWritten(value))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const { changes, ...fields } = value as { changes?: object }
  return textIn(changes ?? fields)
}
