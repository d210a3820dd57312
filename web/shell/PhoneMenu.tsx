import { useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { Modal } from '../ui/Modal.tsx'
import { ConnectionMark } from './ConnectionMark.tsx'
import { MenuContent, type MenuContentProps } from './MenuContent.tsx'

/** The sidebar as a drawer. The parent unmounts it in `onClose`. */
export function PhoneMenu({ onClose, ...content }: MenuContentProps & { onClose: () => void }) {
  const path = useRouterState({ select: state => state.location.pathname })
  const [initialPath] = useState(path)

  useEffect(() => {
    if (path !== initialPath) onClose()
  }, [path, initialPath, onClose])

  // The link to the current screen does not change the path, but must close the menu too.
  const onClick = (event: MouseEvent) => {
    if ((event.target as Element).closest('a')) onClose()
  }

  return (
    <Modal
      aria-label="Menu"
      onClose={onClose}
      closesBeside
      onClick={onClick}
      scrim="fixed inset-0 z-40 animate-appear bg-scrim"
      className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-slide flex-col bg-lake pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] outline-none"
    >
      <div className="absolute top-[calc(16px+env(safe-area-inset-top))] right-3 [--focus:var(--color-on-lake)]">
        <IconButton icon={X} label="Close menu" tone="lake" onClick={onClose} />
      </div>
      {/* The menu covers the one in the page's header. */}
      <ConnectionMark className="mt-5 ml-5 w-fit" />
      <div className="min-h-0 flex-1">
        <MenuContent {...content} />
      </div>
    </Modal>
  )
}
