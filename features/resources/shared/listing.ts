import { searchOf } from '../../../contract/text.ts'

/** How many resources the screen asks for at a time. */
export const PAGE = 48

/** What the screen at an address asks for: the page brings that very answer along. */
export const listingOf = (search: { q?: string | null; category?: string | null; type?: string | null }) => ({
  q: searchOf(search.q ?? ''),
  category: (search.category ?? '').slice(0, 100),
  type: (search.type ?? '').slice(0, 100),
  limit: PAGE,
})
