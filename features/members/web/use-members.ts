import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../web/api.ts'
import { useFailureStays } from '../../../web/failure-stays.ts'
import { useFilters } from '../../../web/filters.ts'
import { keyOf, seeded, useApi } from '../../../web/query.ts'
import { afterMember, countMembers, listMembers, type MemberCard, PAGE } from '../contract.ts'

export type MemberFilters = { q: string; industry: string; stage: string }

/** What the list is narrowed by, which lives in the address. */
export const useMemberFilters = () => useFilters('q', 'industry', 'stage')

/** The cards, page by page. While a search is being typed the last ones stay. */
export function useMembers(filters: MemberFilters) {
  const listing = { ...filters, limit: PAGE }
  const seed = seeded(listMembers, listing)
  const queryKey = keyOf(listMembers, listing)
  const members = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) => api(listMembers, { ...listing, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => (page.length < PAGE ? undefined : page.slice(-1).map(afterMember)[0]),
    initialData: (): InfiniteData<MemberCard[], string | undefined> | undefined => {
      const first = seed.initialData()
      return first && { pages: [first], pageParams: [undefined] }
    },
    initialDataUpdatedAt: seed.initialDataUpdatedAt,
    placeholderData: keepPreviousData,
  })
  return useFailureStays(members, queryKey)
}

/** How many there are. A request of its own, so that the cards never wait for it. */
export const useMemberCounts = (filters: MemberFilters) => useApi(countMembers, filters, { keepPrevious: true })
