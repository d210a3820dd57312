import { useApi } from '../../../web/api/query.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { countMembers, listMembers, memberListing, memberNarrowing } from '../contract.ts'

export type MemberFilters = { q: string; industry: string; stage: string }

/** The list's filters, stored in the query string. */
export const useMemberFilters = () => useFilters('q', 'industry', 'stage')

export const useMembers = (filters: MemberFilters & { sort: string }) => usePages(listMembers, memberListing(filters))

/** The counts, in a separate request, so that the cards do not wait for them. */
export const useMemberCounts = (filters: MemberFilters) =>
  useApi(countMembers, memberNarrowing(filters), { keepPrevious: true })
