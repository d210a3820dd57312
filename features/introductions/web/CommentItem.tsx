import { Trash2 } from 'lucide-react'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { momentOf } from '../../../web/ui/dates.ts'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { MemberLink } from '../../../web/ui/MemberLink.tsx'
import type { LinkedProps } from '../../../web/ui/use-linked.ts'
import type { IntroductionComment } from '../contract.ts'

type Props = { comment: IntroductionComment; linked?: LinkedProps; onDelete: () => void }

export const CommentItem = ({ comment, linked, onDelete }: Props) => (
  <li {...linked} className="-mx-2 flex gap-3 rounded-control p-2">
    <Avatar size="sm" name={comment.user_name} src={comment.avatar_url} />
    <div className="min-w-0 flex-1">
      <p className="text-sm wrap-anywhere">
        <MemberLink name={comment.user_name} profileId={comment.profile_id} />{' '}
        <time dateTime={comment.created_at} className="text-muted">
          {momentOf(comment.created_at)}
        </time>
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={comment.comment_text} mentions={comment.mentions} />
      </p>
    </div>
    {comment.can_delete && <IconButton size="sm" icon={Trash2} label="Delete comment" onClick={onDelete} />}
  </li>
)
