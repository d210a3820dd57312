import { Link } from '@tanstack/react-router'
import { Lock, Pencil, Trash2 } from 'lucide-react'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Badge } from '../../../web/ui/Badge.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { Stars } from '../../../web/ui/Stars.tsx'
import type { LinkedProps } from '../../../web/ui/use-linked.ts'
import type { Comment } from '../contract.ts'

type Props = {
  comment: Comment
  linked?: LinkedProps
  isEdited: boolean
  onEdit: (button: HTMLElement) => void
  onDelete: () => void
}

export function CommentItem({ comment, linked, isEdited, onEdit, onDelete }: Props) {
  const { user, user_id, content, rating, is_private, created_at, can_edit, mentions } = comment
  return (
    <li
      {...linked}
      data-private={is_private || undefined}
      className={cx(
        'flex gap-3 rounded-control border p-4',
        is_private ? 'border-dashed border-edge' : 'border-line',
        isEdited && 'bg-sunken',
      )}
    >
      <Avatar size="sm" name={user.full_name} src={user.avatar_url} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          {user.full_name && user_id !== null ? (
            <Link
              to="/members/$id"
              params={{ id: String(user_id) }}
              dir="auto"
              className="touchable min-w-0 font-medium wrap-anywhere hover:underline"
            >
              {user.full_name}
            </Link>
          ) : (
            <bdi className="font-medium">{user.full_name || 'Anonymous'}</bdi>
          )}
          <span className="text-sm text-muted">
            <RelativeTime when={created_at} />
          </span>
          {is_private && (
            <Badge tone="neutral" icon={Lock}>
              Private
            </Badge>
          )}
        </div>
        {rating !== null && (
          <div className="mt-1">
            <Stars value={rating} />
          </div>
        )}
        <p dir="auto" className="mt-1 whitespace-pre-line">
          <LinkedText text={content} mentions={mentions} />
        </p>
      </div>
      {can_edit && (
        <div className="-mt-1 -mr-1 flex shrink-0 flex-col sm:flex-row">
          <IconButton icon={Pencil} label="Edit comment" onClick={event => onEdit(event.currentTarget)} />
          <IconButton icon={Trash2} label="Delete comment" onClick={onDelete} />
        </div>
      )}
    </li>
  )
}
