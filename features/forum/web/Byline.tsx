import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { community } from '../../../web/api/boot.ts'
import { StarMark } from '../../../web/shell/StarMark.tsx'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import type { Author } from '../contract.ts'

type Props = {
  by: { author: Author | null; is_anonymous: boolean; is_mine: boolean }
  query?: string
  /** After the name, such as the time. */
  children: ReactNode
}

/** The author: a member, 'Anonymous', or the community itself. */
export function Byline({ by: { author, is_anonymous, is_mine }, query = '', children }: Props) {
  const name = author ? author.full_name || 'A member' : is_anonymous ? 'Anonymous' : community.name
  return (
    <div className="flex min-w-0 items-center gap-2.5 text-sm">
      {author || is_anonymous ? (
        <Avatar size="sm" name={author?.full_name} src={author?.profile_picture} />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint">
          <StarMark size={16} />
        </span>
      )}
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        {author ? (
          <span className="relative flex min-w-0">
            <Link
              to="/members/$id"
              params={{ id: String(author.id) }}
              dir="auto"
              className="touchable-row truncate font-medium underline-offset-2 hover:underline"
            >
              <Highlight text={name} query={query} />
            </Link>
          </span>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {is_anonymous && is_mine && (
          // Only the author sees this; other members see only 'Anonymous'.
          <span className="text-muted">(you)</span>
        )}
        <span className="flex flex-wrap items-center gap-x-1.5 text-muted">{children}</span>
      </p>
    </div>
  )
}
