import { searchOf } from '../../../contract/text.ts'
import { type Category, categories } from '../contract.ts'

export const TOPICS_A_PAGE = 20
export const REPLIES_A_PAGE = 20

type Search = { q?: string | null; category?: string | null; tab?: string | null }

/** What the screen at an address asks for: the page brings that very answer along. */
export function listingOf({ q, category, tab }: Search) {
  const typed = searchOf(q ?? '')
  const chosen: Category | undefined = categories.find(one => one === category)
  return {
    ...(typed && { q: typed }),
    ...(chosen && { category: chosen }),
    ...(tab === 'pinned' && { pinned: 'true' as const }),
    limit: TOPICS_A_PAGE,
  }
}

/** Where the replies of a topic begin to be read: at the oldest, or with the newest ones. */
export const repliesOf = (id: number, newest: boolean) => ({
  id,
  limit: REPLIES_A_PAGE,
  ...(newest && { newest: 'true' as const }),
})
