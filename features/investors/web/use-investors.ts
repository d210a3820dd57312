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

/** Whose answers a change of an investor, or of a comment with its rating, puts out of date. */
export const afterInvestor = [listInvestors, countInvestors, getInvestor, investorNeighbours] as const
export const afterComment = [...afterInvestor, listComments] as const

/** The cards, page by page. */
export function useInvestors(address: Address) {
  const listing = investorListing(address)
  return usePages(listInvestors, listing)
}

/** How many there are. A request of its own, so that the cards never wait for it. */
export const useCounts = (address: Address) =>
  useApi(countInvestors, investorNarrowing(address), { keepPrevious: true })

/** One investor; at once when the list has it already. */
export function useInvestor(id: number) {
  const cache = useQueryClient()
  const listed = () =>
    cache
      .getQueriesData<InfiniteData<Investor[]>>({ queryKey: [listInvestors.path] })
      .flatMap(([, data]) => data?.pages.flat() ?? [])
      .find(one => one.id === id)
  const query = useApi(getInvestor, { id })
  return { ...query, data: query.data ?? (query.isError ? undefined : listed()) }
}

/** The way on in the list; where it leads is fetched ahead, so that it shows at once. */
export function useNeighbours(id: number, address: Address) {
  const cache = useQueryClient()
  const asked = { id, ...investorOrder(address) }
  const { data } = useApi(investorNeighbours, asked, { keepPrevious: true })
  useEffect(() => {
    for (const near of [data?.previous, data?.next])
      if (near)
        void cache.prefetchQuery({
          queryKey: keyOf(getInvestor, { id: near.id }),
          queryFn: ({ signal }) => api(getInvestor, { id: near.id }, { signal }),
        })
  }, [cache, data])
  return data
}

export const useComments = (id: number) => usePages(listComments, { id, limit: COMMENTS_PAGE })
