import { useApi } from '../../../web/api/query.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { countMembers, listMembers, memberListing, memberNarrowing } from '../contract.ts'

export type MemberFilters = { q: string; industry: string; stage: string }

/** What the list is narrowed by, which lives in the address. */
export const useMemberFilters = () => useFilters('q', 'industry', 'stage')

/** The cards, page by page. */
export const useMembers = (filters: MemberFilters) => usePages(listMembers, memberListing(filters))

/** How many there are. A request of its own, so that the cards never wait for it. */
export const useMemberCounts = (filters: MemberFilters) =>
  useApi(countMembers, memberNarrowing(filters), { keepPrevious: true })
