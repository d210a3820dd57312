import { useApi } from '../../../web/api/query.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { countMembers, listMembers, memberListing, memberNarrowing } from '../contract.ts'

/** The filters that choose one of several values. */
const tagFilters = ['industry', 'stage', 'needs', 'can_help_with', 'location'] as const
export type TagFilter = (typeof tagFilters)[number]
export type MemberFilters = Record<'q' | TagFilter, string>

export const noFilters: MemberFilters = { q: '', industry: '', stage: '', needs: '', can_help_with: '', location: '' }

/** The list's filters, stored in the query string. */
export const useMemberFilters = () => useFilters('q', ...tagFilters)

export const useMembers = (filters: MemberFilters & { sort: string }) => usePages(listMembers, memberListing(filters))

/** The counts, in a separate request, so that the cards do not wait for them. */
export const useMemberCounts = (filters: MemberFilters) =>
  useApi(countMembers, memberNarrowing(filters), { keepPrevious: true })
