import { kinds } from '../contract.ts'

const ITEMS_A_PAGE = 30

/** What the screen at an address asks for: the page brings that very answer along. */
export function listingOf(kind: string) {
  const chosen = kinds.find(one => one === kind)
  return { ...(chosen && { kind: chosen }), limit: ITEMS_A_PAGE }
}
