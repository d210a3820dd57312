import { hashKey, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'

/**
 * What is known of each page of a list from the answer that brought it, such as the cursor of the next one. Rows come and go on the
 * screen, so it cannot be told from them.
 */
export function pageFacts<Fact>() {
  const facts = new Map<string, Fact>()
  // They may hold names, and whoever signs in next must not meet them.
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed') return
    for (const key of facts.keys()) if (key.startsWith(query.queryHash)) facts.delete(key)
  })
  const nameOf = (queryKey: QueryKey, page: unknown) => `${hashKey(queryKey)} ${JSON.stringify(page) ?? ''}`
  return {
    of: (queryKey: QueryKey, page: unknown) => facts.get(nameOf(queryKey, page)),
    keep: (queryKey: QueryKey, page: unknown, fact: Fact) => void facts.set(nameOf(queryKey, page), fact),
    /** Of a page that was read for the list. One that is only looked through (web/live/look.ts) is not the one on the screen. */
    keepOf(
      { queryKey, pageParam, meta }: Pick<QueryFunctionContext<QueryKey, unknown>, 'queryKey' | 'pageParam' | 'meta'>,
      fact: Fact,
    ) {
      if (!meta?.isLook) this.keep(queryKey, pageParam, fact)
    },
  }
}
