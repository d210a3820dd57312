import type { Mention } from '../../../contract/mentions.ts'
import { MentionField } from '../../../web/form/MentionArea.tsx'
import { mentionProblem, newIdsOf, withMentions } from '../../../web/form/mentions.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useTyped } from '../../../web/form/use-typed.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import type { IntroductionComment } from '../contract.ts'
import { limits } from '../shared/rules.ts'
import { addComment } from './calls.ts'
import { titleOf } from './failures.ts'
import { afterComment } from './requests.ts'

type Values = { comment_text: string; mentions: Mention[] }

/** Draft name of a comment on a request. */
export const commentOn = (requestId: number) => `introduction-comment:${requestId}`

export const requestAddress = (requestId: number) => `/introduction-requests?request=${requestId}`

export function CommentForm({ requestId }: { requestId: number }) {
  const { user } = useAuth()
  const form = useForm({
    typed: useTyped<IntroductionComment, Values>({
      name: commentOn(requestId),
      place: 'A comment on an introduction request',
      row: null,
      valuesOf: () => ({ comment_text: '', mentions: [] }),
      normalize: withMentions(({ comment_text }) => comment_text),
    }),
    check: ({ comment_text, mentions }) =>
      comment_text
        ? mentionProblem('comment_text', mentions)
        : { toast: ['Comment is empty', 'Please enter a comment.'], focus: 'comment_text' },
    send: ({ comment_text, mentions }, { key }) => {
      const [text, page] = [comment_text, requestAddress(requestId)]
      const waits = { place: 'A comment on an introduction request', text, page, refresh: afterComment }
      return addComment(user, { requestId, comment_text, ...newIdsOf(mentions) }, { key, waits })
    },
    refresh: afterComment,
    success: 'Comment added',
    tellsSignedOut: true,
    failure: error => titleOf(error, 'Failed to add comment'),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
      <MentionField
        label="Add a comment"
        limit={limits.comment_text}
        rows={3}
        {...form.field('comment_text')}
        value={form.values.comment_text}
        mentions={form.values.mentions}
        onMentions={mentions => form.change({ mentions })}
      />
      <div className="flex justify-end">
        <Button type="submit" size="sm" busy={form.busy} busyText="Adding...">
          Add Comment
        </Button>
      </div>
    </form>
  )
}
