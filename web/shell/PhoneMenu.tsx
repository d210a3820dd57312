import { useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../ui/IconButton.tsx'
import { useModal } from '../ui/modal.ts'
import { ConnectionMark } from './ConnectionMark.tsx'
import { MenuContent, type MenuContentProps } from './MenuContent.tsx'

/** The sidebar as a drawer. The parent unmounts it in `onClose`. */
export function PhoneMenu({ onClose, ...content }: MenuContentProps & { onClose: () => void }) {
  const layer = useRef<HTMLDivElement>(null)
  const path = useRouterState({ select: state => state.location.pathname })
  const [initialPath] = useState(path)
  useModal(layer, { onClose })

  useEffect(() => {
    if (path !== initialPath) onClose()
  }, [path, initialPath, onClose])

  // The link to the current screen does not change the path, but must close the menu too.
  const onClick = (event: MouseEvent) => {
    if ((event.target as Element).closest('a')) onClose()
  }

  return createPortal(
    <div
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-label="Menu"
      tabIndex={-1}
      data-modal=""
      className="outline-none"
    >
      <div aria-hidden="true" onClick={onClose} className="fixed inset-0 z-40 animate-appear bg-scrim" />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside handle the keyboard; this handler only gets their bubbling clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: same */}
      <div
        data-frame=""
        onClick={onClick}
        className="fixed top-(--toast-room) bottom-0 left-0 z-40 flex w-72 max-w-[85vw] animate-slide flex-col bg-lake"
      >
        <div className="absolute top-4 right-3 [--focus:var(--color-on-lake)]">
          <IconButton icon={X} label="Close menu" tone="lake" onClick={onClose} />
        </div>
        {/* The menu covers the one in the page's header. */}
        <ConnectionMark className="mt-5 ml-5 w-fit" />
        <div className="min-h-0 flex-1">
          <MenuContent {...content} />
        </div>
      </div>
    </div>,
    document.body,
  )
}
