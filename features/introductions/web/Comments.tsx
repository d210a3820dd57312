import { useRef } from 'react'
import { messageOf } from '../../../web/api/call.ts'
import { useCall } from '../../../web/api/send.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { useAuth } from '../../../web/session/session.tsx'
import { Banner } from '../../../web/ui/Banner.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { useLinked } from '../../../web/ui/use-linked.ts'
import { useWaitingTexts, WaitingTexts } from '../../../web/ui/WaitingTexts.tsx'
import { type IntroductionComment, listIntroductionComments } from '../contract.ts'
import { CommentForm, requestAddress } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import { deleteComment } from './calls.ts'
import { titleOf } from './failures.ts'
import { afterComment, useComments } from './requests.ts'

/** `linkedId`: the comment that the URL leads to. */
export function Comments({ requestId, linkedId }: { requestId: number; linkedId?: number }) {
  const { user } = useAuth()
  const confirm = useConfirm()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useComments(requestId)
  const linked = useLinked(linkedId, data !== undefined)
  const remove = useCall((commentId: number) => deleteComment(user, { requestId, commentId }), {
    refresh: afterComment,
    success: 'Comment deleted',
    alreadyGone: 'This comment was already deleted',
    failure: problem => titleOf(problem, 'Failed to delete comment'),
    // The focused button disappears with its comment: move the focus.
    onSuccess: () => heading.current?.focus(),
  })
  const askAndDelete = async (comment: IntroductionComment) => {
    const sure = await confirm({
      title: 'Are you sure?',
      text: 'This will permanently delete this comment.',
      confirm: 'Delete',
      danger: true,
    })
    if (sure) await remove.send(comment.id)
  }

  const waiting = useWaitingTexts(requestAddress(requestId))

  return (
    <section aria-labelledby="introduction-comments" className="mt-8">
      <h3 ref={heading} id="introduction-comments" tabIndex={-1} className="mb-4 text-xl outline-none">
        {data ? `Comments (${data.length})` : 'Comments'}
      </h3>
      <CommentForm requestId={requestId} />
      <NewRows list={listIntroductionComments} input={{ requestId }} one="comment" />
      <WaitingTexts page={requestAddress(requestId)} />
      {data ? (
        <ul className="mt-3 flex flex-col gap-1">
          {data.map(comment => (
            <CommentItem
              key={comment.id}
              comment={comment}
              linked={linked(comment.id)}
              onDelete={() => void askAndDelete(comment)}
            />
          ))}
          {data.length === 0 && waiting.length === 0 && (
            <li className="text-muted">No comments yet. Do you know somebody who can help?</li>
          )}
        </ul>
      ) : error ? (
        <div className="mt-5">
          <Banner action={<TryAgain size="sm" again={refetch} />}>{messageOf(error)}</Banner>
        </div>
      ) : (
        <SkeletonRegion label="Loading the comments" className="mt-5">
          <SkeletonLines lines={3} />
        </SkeletonRegion>
      )}
    </section>
  )
}
