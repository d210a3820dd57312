import { Heart, Pin, PinOff } from 'lucide-react'
import { Button } from '../../../web/ui/Button.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { EditAndDelete } from '../../../web/ui/EditAndDelete.tsx'
import type { Topic } from '../contract.ts'
import { useDeleteTopic, useLike, usePin, useWithWaitingLike } from './use-topic-actions.ts'

/** The author's actions on a topic; empty for other members. */
export function AuthorActions({
  topic,
  onEdit,
  onDeleted,
}: {
  topic: Topic
  onEdit: (topic: Topic) => void
  onDeleted?: () => void
}) {
  const pin = usePin(topic)
  const remove = useDeleteTopic(onDeleted)
  return (
    <>
      {topic.can_pin && (
        <Button variant="ghost" size="sm" icon={topic.is_pinned ? PinOff : Pin} onClick={() => pin({ id: topic.id })}>
          {topic.is_pinned ? 'Unpin' : 'Pin'}
        </Button>
      )}
      {topic.can_edit && <EditAndDelete onEdit={() => onEdit(topic)} onDelete={() => remove(topic)} />}
    </>
  )
}

export function LikeButton({ topic }: { topic: Topic }) {
  const shown = useWithWaitingLike(topic)
  const like = useLike(shown)
  const { is_liked, likes_count } = shown
  return (
    <button
      type="button"
      aria-pressed={is_liked}
      onClick={() => like({ id: topic.id })}
      className={cx(
        'flex h-8 items-center gap-1.5 rounded-control px-2 text-sm tabular-nums transition-colors hover:bg-sunken pointer-coarse:h-11 pointer-coarse:min-w-11',
        is_liked ? 'text-accent' : 'text-muted',
      )}
    >
      <Heart aria-hidden size={16} className={is_liked ? 'fill-current' : undefined} />
      <span className="sr-only">Like</span>
      {likes_count}
    </button>
  )
}
