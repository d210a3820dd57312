import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api.ts'
import { keyOf, seeded, useApi } from '../../../web/query.ts'
import {
  type Comment,
  countInvestors,
  getInvestor,
  type Investor,
  investorNeighbours,
  listComments,
  listInvestors,
} from '../contract.ts'
import { type Address, COMMENTS_PAGE, listingOf, narrowingOf, PAGE, sortOf } from '../shared/address.ts'
import { commentCursorOf, cursorOf } from '../shared/cursor.ts'

/** Whose answers a change of an investor, or of a comment with its rating, puts out of date. */
export const afterInvestor = [listInvestors, countInvestors, getInvestor, investorNeighbours] as const
export const afterComment = [...afterInvestor, listComments] as const

type Pages<Row> = InfiniteData<Row[], string | undefined>
const asPages = <Row>(first: Row[] | undefined): Pages<Row> | undefined =>
  first && { pages: [first], pageParams: [undefined] }

/** The cards, page by page. */
export function useInvestors(address: Address) {
  const listing = listingOf(address)
  const seed = seeded(listInvestors, listing)
  return useInfiniteQuery({
    queryKey: keyOf(listInvestors, listing),
    queryFn: ({ signal, pageParam }) => api(listInvestors, { ...listing, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page =>
      page.length < PAGE ? undefined : page.slice(-1).map(one => cursorOf(one, listing.sort))[0],
    initialData: () => asPages(seed.initialData()),
    initialDataUpdatedAt: seed.initialDataUpdatedAt,
    // While a search is being typed the last list stays; another tab is another list.
    placeholderData: (previous, query) => {
      const before = query?.queryKey[1] as typeof listing | undefined
      return before?.top_rated === listing.top_rated ? keepPreviousData(previous) : undefined
    },
  })
}

/** How many there are. A request of its own, so that the cards never wait for it. */
export const useCounts = (address: Address) => useApi(countInvestors, narrowingOf(address), { keepPrevious: true })

/** One investor; at once when the list has it already. */
export function useInvestor(id: number) {
  const cache = useQueryClient()
  const listed = () =>
    cache
      .getQueriesData<Pages<Investor>>({ queryKey: [listInvestors.path] })
      .flatMap(([, data]) => data?.pages.flat() ?? [])
      .find(one => one.id === id)
  const query = useApi(getInvestor, { id })
  return { ...query, data: query.data ?? (query.isError ? undefined : listed()) }
}

export const useNeighbours = (id: number, address: Address) =>
  useApi(investorNeighbours, { id, ...narrowingOf(address), sort: sortOf(address) }, { keepPrevious: true })

export function useComments(id: number) {
  const listing = { id, limit: COMMENTS_PAGE }
  const seed = seeded(listComments, listing)
  return useInfiniteQuery({
    queryKey: keyOf(listComments, listing),
    queryFn: ({ signal, pageParam }) => api(listComments, { ...listing, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Comment[]) =>
      page.length < COMMENTS_PAGE ? undefined : page.slice(-1).map(commentCursorOf)[0],
    initialData: () => asPages(seed.initialData()),
    initialDataUpdatedAt: seed.initialDataUpdatedAt,
  })
}
