import { searchOf } from '../../../contract/text.ts'
import { type Sort, type Status, sorts, statuses } from './words.ts'

/** How many rows the screen asks for at a time. */
export const PAGE_SIZE = 50

/** What the address may say about the list. Anything it cannot mean is left out, so that an old link still opens. */
export function filtersOf(said: Record<string, string | undefined>) {
  const status = statuses.find(one => one === said.status) as Status | undefined
  const sort = sorts.find(one => one === said.sort) ?? ('newest' as Sort)
  const q = searchOf(said.q ?? '') || undefined
  return { q, status, mine: said.mine === 'true' ? ('true' as const) : undefined, sort, limit: PAGE_SIZE }
}
