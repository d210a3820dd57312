import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/call.ts'
import { useFailureStays } from '../../../web/api/failure-stays.ts'
import { keyOf, seeded } from '../../../web/api/query.ts'
import { pageFacts } from '../../../web/list/page-facts.ts'
import { useLoadError } from '../../../web/ui/use-load-error.ts'
import { type Comment, listReplies, REPLIES_A_PAGE, replyListing } from '../contract.ts'

type From = { after?: number; before?: number }
type Pages = InfiniteData<Comment[], From>

/** Whether there is more behind a page. */
const isFull = pageFacts<boolean>()
/** A reply that is still on its way has an id below 0. */
const sent = (page: Comment[]) => page.filter(reply => reply.id > 0)

const lastOf = (pages: Comment[][]) => sent(pages.flat()).at(-1)
const onFrom = (side: 'after' | 'before', reply: Comment | undefined): From | undefined => reply && { [side]: reply.id }
const isFrom = ({ after, before }: From) => after !== undefined || before !== undefined

/** The replies of a topic, oldest first: from the beginning onwards, or the newest with the earlier ones to be had. */
export function useReplies(topicId: number, newest: boolean) {
  const listing = replyListing(topicId, newest)
  const { initialData, initialDataUpdatedAt } = seeded(listReplies, listing)
  const queryKey = keyOf(listReplies, listing)
  const read = useInfiniteQuery({
    queryKey,
    queryFn: async context => {
      const { pageParam, signal } = context
      // What goes on from a reply is no longer 'the newest of all'.
      const from = { ...pageParam, ...(isFrom(pageParam) && { newest: undefined }) }
      const page = await api(listReplies, { ...listing, ...from }, { signal })
      isFull.keepOf(context, page.length >= REPLIES_A_PAGE)
      return page
    },
    initialPageParam: {} as From,
    // After the newest there is nothing; after earlier ones there is, which counts when all pages are read again.
    getNextPageParam: (_, pages, from) =>
      (newest && !isFrom(from)) || (!from.before && !isFull.of(queryKey, from))
        ? undefined
        : onFrom('after', lastOf(pages)),
    getPreviousPageParam: (_, pages, from) =>
      newest && isFull.of(queryKey, from) ? onFrom('before', pages.flat()[0]) : undefined,
    initialData: (): Pages | undefined => {
      const first = initialData()
      if (first) isFull.keep(queryKey, {}, first.length >= REPLIES_A_PAGE)
      return first && { pages: [first], pageParams: [{}] }
    },
    initialDataUpdatedAt,
  })
  const replies = useFailureStays(read, queryKey)
  useLoadError(replies.isError, 'Error loading replies', 'There was a problem loading the replies.')
  return replies
}

/** One reply, as it is saved now: the first after the one before it. Undefined when it is gone. */
export async function readReply(id: number, topicId: number): Promise<Comment | undefined> {
  const [first] = await api(listReplies, { id: topicId, after: id - 1 || undefined, limit: 1 })
  return first?.id === id ? first : undefined
}

/** The replies in the cache, for changes that show before the server has answered. */
export function useReplyCache(topicId: number) {
  const cache = useQueryClient()
  const queryKey = [listReplies.path]
  const change = (how: (replies: Comment[], isLast: boolean) => Comment[]) => {
    const filter = { queryKey, predicate: isOf(topicId) }
    const before = cache.getQueriesData<Pages>(filter)
    void cache.cancelQueries(filter)
    cache.setQueriesData<Pages>(
      filter,
      data => data && { ...data, pages: data.pages.map((page, n) => how(page, n === data.pages.length - 1)) },
    )
    return () => {
      for (const [key, data] of before) cache.setQueryData(key, data)
    }
  }
  return {
    add: (reply: Comment) => change((page, isLast) => (isLast ? [...page, reply] : page)),
    replace: (id: number, reply: Comment) =>
      // The stream may have brought a new reply before the answer to it did.
      change(page =>
        page.filter(one => one.id === id || one.id !== reply.id).map(one => (one.id === id ? reply : one)),
      ),
    remove: (id: number) => change(page => page.filter(one => one.id !== id)),
  }
}

const isOf = (topicId: number) => (query: { queryKey: readonly unknown[] }) =>
  (query.queryKey[1] as { id?: number } | undefined)?.id === topicId
