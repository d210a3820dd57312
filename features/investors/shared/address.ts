import { searchOf } from '../../../contract/text.ts'
import { FOCUS_AREAS, SORTS, STAGES } from './options.ts'

/** How many investors, and how many comments, the screen asks for at a time. */
export const PAGE = 24
export const COMMENTS_PAGE = 50

/** What the screen keeps in its address, as plain words: ?q=climate&stage=Seed,Growth&tab=top&sort=newest. */
export type Address = Partial<Record<'q' | 'stage' | 'focus' | 'tab' | 'sort', string>>

/** What the screen at an address asks for. The page brings that very answer along. What it does not know it leaves out. */
export function narrowingOf({ q = '', stage = '', focus = '', tab }: Address) {
  return {
    q: searchOf(q) || undefined,
    stage: chosen(STAGES, stage),
    focus: chosen(FOCUS_AREAS, focus),
    top_rated: tab === 'top' ? ('true' as const) : undefined,
  }
}
export const sortOf = ({ sort }: Address) => SORTS.find(one => one === sort) ?? 'name'
export const listingOf = (address: Address) => ({ ...narrowingOf(address), sort: sortOf(address), limit: PAGE })

function chosen<const T extends readonly string[]>(options: T, words: string): T[number][] | undefined {
  const named = words.split(',')
  const some = options.filter(option => named.includes(option))
  return some.length > 0 ? some : undefined
}
