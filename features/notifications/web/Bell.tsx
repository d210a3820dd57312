import { useRouterState } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useCallback } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { chunkOf } from '../../../web/app/chunk.ts'
import { openChunk } from '../../../web/app/open-chunk.ts'
import { useTitleCount } from '../../../web/app/page-title.ts'
import type { BellPlace } from '../../../web/shell/AppShell.tsx'
import { barEntry, barIcon, barLabel } from '../../../web/shell/BottomBar.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { countUnread, MAX_COUNT } from '../bell-contract.ts'

const panel = chunkOf(() => import('./BellPanel.tsx'))

/** The bell in the header, or in the bar at the bottom of phones: the number of unread notifications, and the panel with the latest ones. */
export function Bell({ inBar, isOpen, setOpen }: BellPlace) {
  const { count = 0 } = useApi(countUnread).data ?? {}
  const shown = count === 0 ? '' : count < MAX_COUNT ? String(count) : `${MAX_COUNT - 1}+`
  const close = useCallback(() => setOpen(false), [setOpen])
  const BellPanel = panel.get().module?.BellPanel
  const isOnPage = useRouterState({ select: state => state.location.pathname === '/notifications' })
  useTitleCount(shown)

  async function openPanel() {
    if (await openChunk(panel, 'The notifications could not be loaded')) setOpen(true)
  }
  const label = shown ? `Notifications, ${shown} unread` : 'Notifications'
  const button = { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => void openPanel() } as const
  const number = shown && (
    <span
      aria-hidden
      className={cx(
        inBar ? 'top-1' : '-top-0.5',
        'pointer-events-none absolute left-[55%] min-w-[18px] rounded-full bg-accent px-[4px] text-center text-[11px] leading-[18px] font-semibold text-on-accent tabular-nums ring-2 ring-ground',
      )}
    >
      {shown}
    </span>
  )
  return (
    <>
      {inBar ? (
        <span className="relative block">
          <button
            type="button"
            {...button}
            aria-label={label}
            aria-current={isOnPage ? 'page' : undefined}
            className={cx(barEntry, isOnPage ? 'font-semibold text-accent' : 'text-muted')}
          >
            <BellIcon aria-hidden className={barIcon} />
            <span className={barLabel}>Notifications</span>
          </button>
          {number}
        </span>
      ) : (
        <span className="relative">
          <IconButton icon={BellIcon} label={label} {...button} />
          {number}
        </span>
      )}
      {isOpen && BellPanel && <BellPanel onClose={close} />}
    </>
  )
}
