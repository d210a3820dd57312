import { hashKey, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'

/**
 * Data about each page of a list, taken from its response, such as the cursor of the next page. It cannot be derived from the rows
 * later, because live updates add and remove rows.
 */
export function pageFacts<Fact>() {
  const facts = new Map<string, Fact>()
  // Facts may hold names: remove them with the query, so that the next member who signs in does not see them.
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed') return
    for (const key of facts.keys()) if (key.startsWith(query.queryHash)) facts.delete(key)
  })
  const keyFor = (queryKey: QueryKey, page: unknown) => `${hashKey(queryKey)} ${JSON.stringify(page) ?? ''}`
  return {
    of: (queryKey: QueryKey, page: unknown) => facts.get(keyFor(queryKey, page)),
    keep: (queryKey: QueryKey, page: unknown, fact: Fact) => void facts.set(keyFor(queryKey, page), fact),
    /** Keeps the fact of a page read for the screen, not of one that is only searched for new rows (web/live/page-lookup.ts). */
    keepOf(
      { queryKey, pageParam, meta }: Pick<QueryFunctionContext<QueryKey, unknown>, 'queryKey' | 'pageParam' | 'meta'>,
      fact: Fact,
    ) {
      if (!meta?.isLookup) this.keep(queryKey, pageParam, fact)
    },
  }
}
