import { MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSend } from '../../../web/api/send.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { useLinked } from '../../../web/ui/use-linked.ts'
import { useLoadError } from '../../../web/ui/use-load-error.ts'
import { useWaitingTexts, WaitingTexts } from '../../../web/ui/WaitingTexts.tsx'
import { COMMENTS_PAGE, type Comment, deleteComment, listComments } from '../contract.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import { investorAddress } from './use-comment-form.ts'
import { afterComment, useComments } from './use-investors.ts'
import { Waiting } from './Waiting.tsx'

/** `linkedId`: the comment that the URL leads to. */
export function Comments({ investorId, linkedId }: { investorId: number; linkedId?: number }) {
  const comments = useComments(investorId)
  const list = comments.data?.pages.flat()
  const isLinkedShown = list?.some(comment => comment.id === linkedId) ?? false
  const linked = useLinked(linkedId, isLinkedShown)
  const [edited, setEdited] = useState<Comment | null>(null)
  const editButton = useRef<HTMLElement>(null)
  function edit(comment: Comment, button: HTMLElement) {
    editButton.current = button
    setEdited(comment)
  }
  function endEditing() {
    setEdited(null)
    // The focused control of the form is about to be removed.
    editButton.current?.focus()
    editButton.current = null
  }
  const askAndDelete = useDelete(deletedId => {
    if (edited?.id === deletedId) setEdited(null)
  })
  // The linked comment may be on a later page.
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = comments
  const isMissing = linkedId !== undefined && list !== undefined && !isLinkedShown
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const waiting = useWaitingTexts(investorAddress(investorId))
  useLoadError(comments.isLoadingError, 'Error loading comments', 'There was a problem loading the comments.')

  return (
    <Card as="section" aria-labelledby="investor-comments">
      <h2 id="investor-comments" className="mb-4 text-xl">
        Comments & Ratings
      </h2>
      <CommentForm key={edited?.id ?? 'new'} investorId={investorId} edited={edited} onDone={endEditing} />
      <NewRows list={listComments} input={{ id: investorId, limit: COMMENTS_PAGE }} one="comment" />
      <WaitingTexts page={investorAddress(investorId)} />
      <div className="mt-6 flex flex-col gap-3">
        {comments.isLoadingError ? (
          <ErrorState title="Comments could not be loaded" again={comments.refetch} />
        ) : !list ? (
          <Waiting for="Loading the comments" />
        ) : list.length === 0 ? (
          waiting.length === 0 && (
            <EmptyState
              icon={MessageSquare}
              title="No comments yet"
              text="Be the first to share your experience with this investor."
            />
          )
        ) : (
          <ul aria-label="Comments" className="flex flex-col gap-3">
            {list.map(comment => (
              <CommentItem
                key={comment.id}
                comment={comment}
                linked={linked(comment.id)}
                isEdited={comment.id === edited?.id}
                onEdit={button => edit(comment, button)}
                onDelete={() => void askAndDelete(comment)}
              />
            ))}
          </ul>
        )}
        <LoadMore what="comments" pages={comments} />
      </div>
    </Card>
  )
}

function useDelete(onDeleted: (id: number) => void) {
  const confirm = useConfirm()
  const { send } = useSend(deleteComment, {
    refresh: afterComment,
    success: 'Comment deleted',
    alreadyGone: 'This comment was already deleted',
    failure: ['Error deleting comment', 'There was a problem deleting the comment.'],
  })
  return async ({ id }: Comment) => {
    const sure = await confirm({
      title: 'Delete comment',
      text: 'Are you sure you want to delete this comment?',
      confirm: 'Delete',
      danger: true,
    })
    if (sure && (await send({ id })) !== undefined) onDeleted(id)
  }
}
