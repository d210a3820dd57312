import type { FormEvent } from 'react'
import { useCall } from '../../../web/api/send.ts'
import { useDraft } from '../../../web/form/use-draft.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { limits } from '../shared/rules.ts'
import { addComment } from './calls.ts'
import { titleOf } from './failures.ts'
import { afterComment } from './requests.ts'

/** The draft of what is being written to a request. */
export const commentOn = (requestId: number) => `introduction-comment:${requestId}`

export function CommentForm({ requestId }: { requestId: number }) {
  const { user } = useAuth()
  const [text, keep, , , markSent] = useDraft(commentOn(requestId), '', {
    place: 'A comment on an introduction request',
  })
  const add = useCall((comment_text: string, sent) => addComment(user, { requestId, comment_text }, sent), {
    kind: `comment on request ${requestId}`,
    refresh: afterComment,
    success: 'Comment added',
    tellsSignedOut: true,
    failure: error => titleOf(error, 'Failed to add comment'),
  })
  const post = async () => {
    const end = markSent()
    if (await add.send(text.trim())) end()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() !== '') return void post()
    toast.error('Comment is empty', 'Please enter a comment.')
    event.currentTarget.querySelector('textarea')?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        label="Add a comment"
        name="comment_text"
        limit={limits.comment_text}
        rows={3}
        value={text}
        error={add.fields.comment_text}
        onChange={event => keep(event.target.value)}
      />
      <div className="flex justify-end">
        <Button type="submit" size="sm" busy={add.busy} busyText="Adding...">
          Add Comment
        </Button>
      </div>
    </form>
  )
}
