import { type FormEvent, useEffect, useRef } from 'react'
import { useSend } from '../../../web/send.ts'
import { useAuth } from '../../../web/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { StarRating } from '../../../web/ui/StarRating.tsx'
import { Switch } from '../../../web/ui/Switch.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { useDraft } from '../../../web/use-draft.ts'
import { type Comment, postComment, updateComment } from '../contract.ts'
import { commentProblem, postFailure } from './comment-check.ts'
import { afterComment } from './use-investors.ts'

type Written = Pick<Comment, 'content' | 'rating' | 'is_private'>
const empty: Written = { content: '', rating: null, is_private: false }

const draftOf = (investorId: number, comment: number | 'new') => `investor:${investorId}:comment:${comment}`
/** What is being written to an investor. */
export const useUnsent = (investorId: number) => useDraft(draftOf(investorId, 'new'), empty)[0].content

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
  const [written, keep, drop] = useDraft<Written>(
    draftOf(investorId, edited?.id ?? 'new'),
    edited ? { content: edited.content, rating: edited.rating, is_private: edited.is_private } : empty,
  )
  const finish = () => {
    drop()
    onDone()
  }
  const post = useSend(postComment, {
    refresh: afterComment,
    success: 'Comment posted',
    failure: postFailure,
    onSuccess: finish,
  })
  const update = useSend(updateComment, {
    refresh: afterComment,
    success: 'Comment updated',
    failure: ['Error updating comment', 'There was a problem updating your comment.'],
    onSuccess: finish,
  })
  const { busy, fields } = edited ? update : post

  useEffect(() => {
    if (edited) area.current?.focus()
  }, [edited])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = commentProblem({ content: written.content, userId: user?.id, investorId })
    if (problem) return void toast.error(...problem)
    const comment = { ...written, content: written.content.trim() }
    if (edited) return void update.send({ id: edited.id, ...comment })
    void post.send({ id: investorId, investor_id: investorId, user_id: profile?.id, ...comment })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextArea
        ref={area}
        label={edited ? 'Edit your comment' : 'Add a comment'}
        rows={4}
        placeholder="How did it go? What should other founders know?"
        value={written.content}
        error={fields.content}
        onChange={event => keep({ ...written, content: event.target.value })}
      />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <StarRating label="Rating" value={written.rating} onChange={rating => keep({ ...written, rating })} />
        <Switch
          label="Private comment"
          hint="Only you see it, and its rating does not count."
          checked={written.is_private}
          onChange={is_private => keep({ ...written, is_private })}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {edited && (
          <Button variant="secondary" onClick={finish}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={busy}>
          {edited ? 'Update Comment' : 'Post Comment'}
        </Button>
      </div>
    </form>
  )
}
