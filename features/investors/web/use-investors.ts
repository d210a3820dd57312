import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../web/api/call.ts'
import { keyOf, useApi } from '../../../web/api/query.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import {
  COMMENTS_PAGE,
  countInvestors,
  getInvestor,
  type Investor,
  investorListing,
  investorNarrowing,
  investorNeighbours,
  investorOrder,
  listComments,
  listInvestors,
} from '../contract.ts'
import type { Address } from './use-address.ts'

/** Endpoints to refresh after a change of an investor, and of a comment with its rating. */
export const afterInvestor = [listInvestors, countInvestors, getInvestor, investorNeighbours] as const
export const afterComment = [...afterInvestor, listComments] as const

export function useInvestors(address: Address) {
  const listing = investorListing(address)
  return usePages(listInvestors, listing)
}

/** The counts, in a separate request, so that the cards do not wait for them. */
export const useCounts = (address: Address) =>
  useApi(countInvestors, investorNarrowing(address), { keepPrevious: true })

/** One investor; shown at once if a cached list has it. */
export function useInvestor(id: number) {
  const cache = useQueryClient()
  const listed = () =>
    cache
      .getQueriesData<InfiniteData<Investor[]>>({ queryKey: [listInvestors.path] })
      .flatMap(([, data]) => data?.pages.flat() ?? [])
      .find(row => row.id === id)
  const query = useApi(getInvestor, { id })
  return { ...query, data: query.data ?? (query.isError ? undefined : listed()) }
}

/** The previous and next investor of the list, both prefetched, so that they show at once. */
export function useNeighbours(id: number, address: Address) {
  const cache = useQueryClient()
  const input = { id, ...investorOrder(address) }
  const { data } = useApi(investorNeighbours, input, { keepPrevious: true })
  useEffect(() => {
    for (const neighbour of [data?.previous, data?.next])
      if (neighbour)
        void cache.prefetchQuery({
          queryKey: keyOf(getInvestor, { id: neighbour.id }),
          queryFn: ({ signal }) => api(getInvestor, { id: neighbour.id }, { signal }),
        })
  }, [cache, data])
  return data
}

export const useComments = (id: number) => usePages(listComments, { id, limit: COMMENTS_PAGE })
