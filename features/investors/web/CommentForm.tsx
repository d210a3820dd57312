import { useEffect, useRef } from 'react'
import { FormNotices } from '../../../web/form/FormNotices.tsx'
import { MentionField } from '../../../web/form/MentionArea.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Switch } from '../../../web/ui/Checkbox.tsx'
import { StarRating } from '../../../web/ui/StarRating.tsx'
import { type Comment, limits } from '../contract.ts'
import { formatValue, labels, useCommentForm } from './use-comment-form.ts'

type Props = {
  investorId: number
  /** The comment being edited; null for a new comment. */
  edited: Comment | null
  /** The comment was saved, or editing was cancelled. */
  onDone: () => void
}

export function CommentForm({ investorId, edited, onDone }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useCommentForm(investorId, edited, onDone)
  const { values, change } = form
  const button = edited ? 'Update Comment' : 'Post Comment'

  useEffect(() => {
    if (!edited) return
    area.current?.scrollIntoView({ block: 'center' })
    area.current?.focus({ preventScroll: true })
  }, [edited])

  const cancel = () => {
    form.discard()
    onDone()
  }
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <FormNotices form={form} subject="this comment" button={button} labels={labels} formatValue={formatValue} />
      <MentionField
        ref={area}
        label={edited ? 'Edit your comment' : 'Add a comment'}
        rows={4}
        limit={limits.comment}
        placeholder="How did it go? What should other founders know?"
        {...form.field('content')}
        value={values.content}
        mentions={values.mentions}
        onMentions={mentions => change({ mentions })}
        silentIn={values.is_private && 'a private comment'}
      />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <StarRating label="Rating" value={values.rating} onChange={rating => change({ rating })} />
        <Switch
          label="Private comment"
          hint="Only you see it, and its rating does not count."
          checked={values.is_private}
          onChange={is_private => change({ is_private })}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {edited && (
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={form.busy}>
          {button}
        </Button>
      </div>
    </form>
  )
}
