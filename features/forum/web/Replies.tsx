import { useElementScrollRestoration, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowDown, MessageSquare } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFilters } from '../../../web/list/filters.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { useLinked } from '../../../web/ui/use-linked.ts'
import { useStable } from '../../../web/ui/use-stable.ts'
import { type Comment, replyListing, type Topic } from '../contract.ts'
import { AddReply, EditReply, type ReplyBoxHandle } from './ReplyBox.tsx'
import { ReplyCard, ReplySkeleton } from './ReplyCard.tsx'
import { useReplies } from './use-replies.ts'
import { useDeleteReply } from './use-reply-actions.ts'
import { useVisit } from './use-visit.ts'
import { useWithWaiting } from './waiting-replies.ts'

export function Replies({ topic, isReading }: { topic: Topic; isReading: boolean }) {
  const [address] = useFilters('replies', 'reply')
  const { firstNew, isRestored } = useOpening(topic, isReading, address)
  const listing = replyListing(topic.id, address, isRestored ? null : firstNew)
  const replies = useReplies(listing)
  const saved = replies.data?.pages.flat() ?? []
  const all = useWithWaiting(topic.id, saved)
  const linked = useLinked(isRestored ? undefined : listing.around, replies.isSuccess)
  useVisit(topic, replies.isSuccess ? Math.max(0, ...saved.map(reply => reply.id)) : undefined)
  const [edited, setEdited] = useState<Comment | null>(null)
  const remove = useDeleteReply(topic)
  const box = useRef<ReplyBoxHandle>(null)
  const end = useRef<HTMLDivElement>(null)
  const jump = useJump(Boolean(listing.newest) && !replies.isPending, () =>
    end.current?.scrollIntoView({ block: 'end' }),
  )

  const edit = useStable((reply: Comment) => {
    setEdited(reply)
    // The box for editing is another element, mounted by the next render.
    requestAnimationFrame(() => box.current?.focus())
  })
  const removeAndStopEditing = useStable(async (reply: Comment) => {
    if ((await remove(reply)) && edited?.id === reply.id) setEdited(null)
  })

  return (
    <section aria-labelledby="replies" className="mt-8 flex flex-col gap-4 pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="replies" className="text-2xl">
          Replies ({topic.comments_count})
        </h2>
        {replies.hasNextPage && (
          <Button variant="secondary" size="sm" icon={ArrowDown} onClick={jump}>
            Jump to newest
          </Button>
        )}
      </div>

      {replies.isPending && (
        <SkeletonRegion
          label="Loading replies"
          times={Math.min(Math.max(topic.comments_count, 1), 3)}
          className="flex flex-col gap-4"
        >
          <ReplySkeleton />
        </SkeletonRegion>
      )}
      {replies.isError && saved.length === 0 && (
        <ErrorState
          title="Error loading replies"
          text="There was a problem loading the replies."
          again={replies.refetch}
        />
      )}
      {replies.isSuccess && all.length === 0 && (
        <EmptyState icon={MessageSquare} title="No replies yet" text="Be the first to reply to this topic." />
      )}
      {replies.hasPreviousPage && (
        <div className="flex justify-center">
          <Button variant="secondary" busy={replies.isFetchingPreviousPage} onClick={() => replies.fetchPreviousPage()}>
            Load earlier replies
          </Button>
        </div>
      )}
      {all.length > 0 && (
        <ol aria-label="Replies" className="flex flex-col gap-4">
          {all.map(reply => (
            <Fragment key={reply.id}>
              {reply.id === firstNew && <NewSinceVisit />}
              <ReplyCard reply={reply} linked={linked(reply.id)} onEdit={edit} onDelete={removeAndStopEditing} />
            </Fragment>
          ))}
        </ol>
      )}
      <LoadMore what="replies" pages={replies} />
      {edited ? (
        <EditReply key={edited.id} ref={box} topic={topic} reply={edited} onDone={() => setEdited(null)} />
      ) : (
        <AddReply ref={box} topic={topic} onPosted={() => replies.hasNextPage && jump()} />
      )}
      <div ref={end} />
    </section>
  )
}

function NewSinceVisit() {
  return (
    <li className="flex items-center gap-3 text-sm font-medium text-accent before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
      New since your visit
    </li>
  )
}

/** By member, topic and history entry, above which reply the line 'New since your visit' was: without it, a restored scroll position is too far down. */
const linesAbove = new Map<string, number>()

/**
 * The first new reply, and whether the router restores the scroll position of an earlier visit to this history entry. Both are kept,
 * because reading makes the replies seen. A topic that opens at its first new reply gets that reply into its URL, so that returning to
 * it shows the same replies.
 */
function useOpening(topic: Topic, isReading: boolean, { replies, reply }: { replies: string; reply: string }) {
  const navigate = useNavigate()
  const position = useElementScrollRestoration({ getElement: () => window })
  const { resolvedLocation: from, location } = useRouter().state
  // A page that is loaded again leads to the linked reply again.
  const [isRestored] = useState(position !== undefined && from !== undefined && from.href !== location.href)
  const { user } = useAuth()
  const entry = `${user?.id} ${topic.id} ${location.state.__TSR_key}`
  // Undefined while a topic from the cache is read again: it may be older than the new replies.
  const [firstNew, setFirstNew] = useState<number | null | undefined>(isRestored ? linesAbove.get(entry) : undefined)
  useEffect(() => {
    if (firstNew) linesAbove.set(entry, firstNew)
  }, [entry, firstNew])
  const found = topic.unseen?.first_reply_id ?? null
  if (firstNew === undefined && (found || !isReading)) setFirstNew(found)
  const opensAtNew = firstNew && !isRestored && !replies && !reply
  useEffect(() => {
    if (!opensAtNew) return
    const search = (now: object) => ({ ...now, reply: String(firstNew) }) as never
    void navigate({ to: '.', replace: true, resetScroll: false, search })
  }, [navigate, opensAtNew, firstNew])
  return { firstNew, isRestored }
}

/** Jumps to the newest replies: sets `replies=newest` in the URL, and scrolls to the end once they are loaded. */
function useJump(isLoaded: boolean, scroll: () => void) {
  const [isJumping, setJumping] = useState(false)
  const navigate = useNavigate()
  const scrollNow = useEffectEvent(scroll)
  useEffect(() => {
    if (!isJumping || !isLoaded) return
    setJumping(false)
    scrollNow()
  }, [isJumping, isLoaded])
  return () => {
    setJumping(true)
    const search = (now: object) => ({ ...now, replies: 'newest', reply: undefined }) as never
    void navigate({ to: '.', replace: true, resetScroll: false, search })
  }
}
