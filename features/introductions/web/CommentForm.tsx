import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import type { IntroductionComment } from '../contract.ts'
import { limits } from '../shared/rules.ts'
import { addComment } from './calls.ts'
import { titleOf } from './failures.ts'
import { afterComment } from './requests.ts'

/** Draft name of a comment on a request. */
export const commentOn = (requestId: number) => `introduction-comment:${requestId}`

export function CommentForm({ requestId }: { requestId: number }) {
  const { user } = useAuth()
  const form = useForm({
    typed: useTyped<IntroductionComment, { comment_text: string }>({
      name: commentOn(requestId),
      place: 'A comment on an introduction request',
      row: null,
      valuesOf: () => ({ comment_text: '' }),
    }),
    check: ({ comment_text }) =>
      comment_text ? undefined : { toast: ['Comment is empty', 'Please enter a comment.'], focus: 'comment_text' },
    send: ({ comment_text }, sent) => addComment(user, { requestId, comment_text }, sent),
    refresh: afterComment,
    success: 'Comment added',
    tellsSignedOut: true,
    failure: error => titleOf(error, 'Failed to add comment'),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
      <TextArea label="Add a comment" limit={limits.comment_text} rows={3} {...form.field('comment_text')} />
      <div className="flex justify-end">
        <Button type="submit" size="sm" busy={form.busy} busyText="Adding...">
          Add Comment
        </Button>
      </div>
    </form>
  )
}
