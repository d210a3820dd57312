import { Bell as BellIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { chunkOf } from '../../../web/app/chunk.ts'
import { openChunk } from '../../../web/app/open-chunk.ts'
import { useTitleCount } from '../../../web/app/page-title.ts'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { countUnread, MAX_COUNT } from '../bell-contract.ts'

const panel = chunkOf(() => import('./BellPanel.tsx'))

/** The bell in the header: the number of unread notifications, and the panel with the latest ones. */
export function Bell() {
  const { count = 0 } = useApi(countUnread).data ?? {}
  const shown = count === 0 ? '' : count < MAX_COUNT ? String(count) : `${MAX_COUNT - 1}+`
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const BellPanel = panel.get().module?.BellPanel
  useTitleCount(shown)

  async function openPanel() {
    if (await openChunk(panel, 'The notifications could not be loaded')) setOpen(true)
  }
  return (
    <span className="relative">
      <IconButton
        icon={BellIcon}
        label={shown ? `Notifications, ${shown} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => void openPanel()}
      />
      {shown && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 left-[55%] min-w-4.5 rounded-full bg-accent px-1 text-center text-[11px] leading-4.5 font-semibold text-on-accent tabular-nums ring-2 ring-ground"
        >
          {shown}
        </span>
      )}
      {open && BellPanel && <BellPanel onClose={close} />}
    </span>
  )
}
