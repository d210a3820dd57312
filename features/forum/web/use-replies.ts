import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../web/api/call.ts'
import { keyOf, readOptions, seeded } from '../../../web/api/query.ts'
import { useStickyError } from '../../../web/api/sticky-error.ts'
import { pageFacts } from '../../../web/list/page-facts.ts'
import { useLoadError } from '../../../web/ui/use-load-error.ts'
import { type Comment, listReplies, REPLIES_A_PAGE, REPLIES_ABOVE, type ReplyListing } from '../contract.ts'

type Cursor = { after?: number; before?: number }
type Pages = InfiniteData<Comment[], Cursor>

/** Whether a page was full, so that there may be earlier or later replies. */
const isFull = pageFacts<{ above: boolean; below: boolean }>()
function fullness({ around }: ReplyListing, page: Comment[], from: Cursor) {
  const fills = (rows: number) => rows >= REPLIES_A_PAGE
  if (around === undefined || hasCursor(from)) return { above: fills(page.length), below: fills(page.length) }
  const above = page.filter(reply => reply.id < around).length
  return { above: above === REPLIES_ABOVE, below: fills(page.length - above + REPLIES_ABOVE) }
}
/** Without replies that are still being sent, which have a negative id. */
const sent = (page: Comment[]) => page.filter(reply => reply.id > 0)

const lastOf = (pages: Comment[][]) => sent(pages.flat()).at(-1)
const cursorAt = (side: 'after' | 'before', reply: Comment | undefined): Cursor | undefined =>
  reply && { [side]: reply.id }
const hasCursor = ({ after, before }: Cursor) => after !== undefined || before !== undefined

/** The replies of a topic, oldest first: from the start, or the newest page or the one around a reply with earlier pages on request. */
export function useReplies(listing: ReplyListing) {
  const { newest, around } = listing
  const { initialData, initialDataUpdatedAt } = seeded(listReplies, listing)
  const queryKey = keyOf(listReplies, listing)
  const read = useInfiniteQuery({
    queryKey,
    queryFn: async context => {
      const { pageParam } = context
      // With a cursor, `newest` and `around` must not be sent.
      const from = { ...pageParam, ...(hasCursor(pageParam) && { newest: undefined, around: undefined }) }
      const page = await api(listReplies, { ...listing, ...from }, readOptions(context))
      isFull.keepOf(context, fullness(listing, page, pageParam))
      return page
    },
    initialPageParam: {} as Cursor,
    // No page follows the newest one. Earlier pages do have a next page, which matters when all pages are refetched.
    getNextPageParam: (_, pages, from) =>
      (newest && !hasCursor(from)) || (!from.before && !isFull.of(queryKey, from)?.below)
        ? undefined
        : cursorAt('after', lastOf(pages)),
    getPreviousPageParam: (_, pages, from) =>
      (newest || around) && isFull.of(queryKey, from)?.above ? cursorAt('before', pages.flat()[0]) : undefined,
    initialData: (): Pages | undefined => {
      const first = initialData()
      if (first) isFull.keep(queryKey, {}, fullness(listing, first, {}))
      return first && { pages: [first], pageParams: [{}] }
    },
    initialDataUpdatedAt,
  })
  const replies = useStickyError(read, queryKey)
  useLoadError(replies.isError, 'Error loading replies', 'There was a problem loading the replies.')
  return replies
}

/** Fetches one reply, as the first one after the previous id. Undefined if it was deleted. */
export async function readReply(id: number, topicId: number): Promise<Comment | undefined> {
  const [first] = await api(listReplies, { id: topicId, after: id - 1 || undefined, limit: 1 })
  return first?.id === id ? first : undefined
}

/** Optimistic updates of the cached replies. */
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
      // The live stream may have delivered the new reply before the response did.
      change(page =>
        page.filter(row => row.id === id || row.id !== reply.id).map(row => (row.id === id ? reply : row)),
      ),
    remove: (id: number) => change(page => page.filter(row => row.id !== id)),
  }
}

const isOf = (topicId: number) => (query: { queryKey: readonly unknown[] }) =>
  (query.queryKey[1] as { id?: number } | undefined)?.id === topicId
