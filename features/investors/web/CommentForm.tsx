import { type FormEvent, useEffect, useRef } from 'react'
import { useSend } from '../../../web/api/send.ts'
import { EditNotices } from '../../../web/form/EditNotices.tsx'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Switch } from '../../../web/ui/Checkbox.tsx'
import { StarRating } from '../../../web/ui/StarRating.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { type Comment, limits, postComment } from '../contract.ts'
import { commentProblem, postFailure } from './comment-check.ts'
import { labels, useCommentEdit, worded } from './use-comment-edit.ts'
import { afterComment } from './use-investors.ts'

type Props = {
  investorId: number
  /** The comment being edited; without one the form is for a new comment. */
  edited: Comment | null
  /** The comment is saved or let be: back to a new one. */
  onDone: () => void
}

export function CommentForm({ investorId, edited, onDone }: Props) {
  const { user, profile } = useAuth()
  const area = useRef<HTMLTextAreaElement>(null)
  const edit = useCommentEdit(investorId, edited, onDone)
  const post = useSend(postComment, {
    refresh: afterComment,
    success: 'Comment posted',
    tellsSignedOut: true,
    failure: postFailure,
  })
  const written = edit.values
  const { fields } = edited ? edit : post
  const button = edited ? 'Update Comment' : 'Post Comment'

  useEffect(() => {
    if (edited) area.current?.focus()
  }, [edited])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = commentProblem({ content: written.content, userId: user?.id, investorId })
    if (problem) {
      area.current?.focus()
      return void toast.error(...problem)
    }
    if (edited) return edit.save()
    void add()
  }
  const cancel = () => {
    edit.discard()
    onDone()
  }
  const add = async () => {
    const end = edit.markSent()
    const comment = { ...written, content: written.content.trim() }
    if (await post.send({ id: investorId, investor_id: investorId, user_id: profile?.id, ...comment })) end(onDone)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <EditNotices edit={edit} thing="this comment" button={button} labels={labels} worded={worded} />
      <TextArea
        ref={area}
        label={edited ? 'Edit your comment' : 'Add a comment'}
        rows={4}
        limit={limits.comment}
        placeholder="How did it go? What should other founders know?"
        value={written.content}
        error={fields.content}
        onChange={event => edit.change({ content: event.target.value })}
      />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <StarRating label="Rating" value={written.rating} onChange={rating => edit.change({ rating })} />
        <Switch
          label="Private comment"
          hint="Only you see it, and its rating does not count."
          checked={written.is_private}
          onChange={is_private => edit.change({ is_private })}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {edited && (
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={edit.busy || post.busy}>
          {button}
        </Button>
      </div>
    </form>
  )
}
