import { Link, useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { entries, isCurrent } from './entries.ts'
import { NewsDot } from './NewsDot.tsx'
import { markSeen, useNews } from './news.ts'
import { StarMark } from './StarMark.tsx'

type ShellUser = {
  email: string
  full_name?: string | null
  company_name?: string | null
  avatar_url?: string | null
}

export type MenuContentProps = { communityName: string; user: ShellUser; onLogout: () => void }

/** The content of the sidebar and the phone menu: the mark, the entries, and the signed-in member. */
export function MenuContent({ communityName, user, onLogout }: MenuContentProps) {
  const path = useRouterState({ select: state => state.location.pathname })
  const news = useNews()
  const current = entries.find(entry => isCurrent(entry, path))?.to ?? ''
  useEffect(() => {
    if (news.has(current)) markSeen(current)
  }, [news, current])
  return (
    <div className="flex h-full flex-col [--focus:var(--color-on-lake)]">
      <div className="flex min-h-16 items-center gap-2.5 px-5 pt-2">
        <StarMark className="shrink-0 text-flag-on-lake" />
        <span className="line-clamp-2 font-serif text-xl leading-tight text-on-lake">{communityName}</span>
      </div>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-3 py-4">
        <ul className="flex flex-col gap-0.5">
          {entries.map(({ icon: Icon, ...entry }) => {
            return (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  activeOptions={{ exact: true }}
                  aria-current={current === entry.to ? 'page' : undefined}
                  className={cx(
                    'flex h-10 items-center pointer-coarse:h-11 gap-3 rounded-control px-3 -outline-offset-2 transition-colors hover:text-on-lake',
                    current === entry.to ? 'bg-lake-raised text-on-lake' : 'text-on-lake-muted hover:bg-lake-raised/50',
                  )}
                >
                  <Icon aria-hidden size={18} />
                  {entry.label}
                  {news.has(entry.to) && <NewsDot className="ml-auto bg-flag-on-lake" />}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className="flex items-center gap-1 border-t border-lake-line p-3">
        <Link
          to="/profile"
          className="flex min-w-0 flex-1 items-center gap-3 rounded-control p-2 -outline-offset-2 hover:bg-lake-raised/50"
        >
          <Avatar name={user.full_name} src={user.avatar_url} size="sm" />
          {/* Until the scripts have run there is no name (app/frames.tsx). */}
          <span className={cx('min-w-0 text-sm', !user.email && 'invisible')}>
            <span dir="auto" className="block truncate font-medium text-on-lake">
              {user.full_name || user.email || '…'}
            </span>
            {user.company_name ? (
              <span dir="auto" className="block truncate text-on-lake-muted">
                {user.company_name}
              </span>
            ) : (
              <span className="block leading-tight text-on-lake-muted">Set up your profile</span>
            )}
          </span>
        </Link>
        <IconButton icon={LogOut} label="Log out" tone="lake" onClick={onLogout} />
      </div>
    </div>
  )
}
