import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { entries, isCurrent } from './entries.ts'
import { NewsDot } from './NewsDot.tsx'
import { useNews } from './news.ts'

const places = ['/', '/forum', '/members', '/intro-requests']
const shown = entries.filter(({ to }) => places.includes(to))

/** An entry of the bar, as link or button: an icon above a label. Its height does not grow with the text, to leave room for the page. */
export const barEntry =
  'relative flex h-[56px] w-full flex-col items-center justify-center gap-1 px-1 text-[0.6875rem] leading-none -outline-offset-2 transition-colors'
/** With so large a text that labels would be cut off, only screen readers get them, and the icon is larger. */
export const barIcon = 'size-[20px] @max-[18rem]:size-[28px]'
export const barLabel = 'max-w-full truncate @max-[18rem]:sr-only'

/** On phones, within reach of the thumb: the places that members use most, and the bell. */
export function BottomBar({ bell }: { bell: ReactNode }) {
  const path = useRouterState({ select: state => state.location.pathname })
  const news = useNews()
  return (
    <nav
      data-bottom-bar
      aria-label="Most used"
      className="@container fixed inset-x-0 bottom-0 z-30 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="flex">
        {shown.map(({ icon: Icon, ...entry }) => {
          const current = isCurrent(entry, path)
          return (
            <li key={entry.to} className="min-w-[44px] flex-auto">
              <Link
                to={entry.to}
                activeOptions={{ exact: true }}
                aria-current={current ? 'page' : undefined}
                className={cx(barEntry, current ? 'font-semibold text-accent' : 'text-muted')}
              >
                <span className="relative">
                  <Icon aria-hidden className={barIcon} />
                  {news.has(entry.to) && <NewsDot className="absolute -top-0.5 -right-1 bg-flag" />}
                </span>
                <span className={barLabel}>{entry.label}</span>
              </Link>
            </li>
          )
        })}
        <li className="min-w-[44px] flex-auto">{bell}</li>
      </ul>
    </nav>
  )
}
