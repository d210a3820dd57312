import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

const FIELD = 'form :is(input, textarea, [role=combobox]):not(:disabled)'

/** The open modals, the last one opened at the end. */
const open: { isQuestion: boolean }[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While any modal is open, the page is inert, so that code such as the '/' shortcut cannot move the focus into it either. */
function lockPage() {
  const root = document.getElementById('root') as HTMLElement
  const isLocked = open.length > 0
  if (root.inert !== isLocked) {
    // The page's scrollbar disappears while a modal is open. Padding of the same width prevents a layout shift.
    const scrollbar = innerWidth - document.documentElement.clientWidth
    document.body.style.paddingRight = isLocked && scrollbar ? `${scrollbar}px` : ''
    root.inert = isLocked
  }
  for (const listener of listeners) listener()
}

type ModalProps = ComponentProps<'div'> & {
  onClose: () => void
  /** The initial focus; by default the first field of a form, else the panel itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether a press outside the panel closes it. */
  closesBeside: boolean
  /** Stays in front of modals that open later, such as the notice that a row was deleted, until it is answered. */
  isQuestion?: boolean
  /** Class names of the full-window layer and the backdrop; `className` is that of the panel. */
  layer?: string
  scrim: string
}

/**
 * A focus trap: only this panel and the toasts can be reached, unless a question is in front of it. Escape closes the panel. On close the
 * focus returns to the element that had it before.
 */
export function Modal({ onClose, initialFocus, closesBeside, isQuestion = false, layer, scrim, ...frame }: ModalProps) {
  const panel = useRef<HTMLDivElement>(null)
  const isBehind = useSyncExternalStore(subscribe, () => open.some(modal => modal.isQuestion)) && !isQuestion
  const [previousFocus] = useState(() => document.activeElement as HTMLElement | null)
  const [self] = useState({ isQuestion })

  useLayoutEffect(() => {
    open.push(self)
    lockPage()
    return () => {
      open.splice(open.indexOf(self), 1)
      lockPage()
      // The element may be gone, such as the button of a deleted row: then keep-focus.ts moves the focus.
      if (previousFocus?.isConnected) previousFocus.focus()
    }
  }, [self, previousFocus])

  // Until the panel has the focus, Escape arrives at the page. Base UI listens only some time after the panel is painted.
  useLayoutEffect(() => {
    const closeFromPage = ({ key, target }: KeyboardEvent) => {
      const isOnPage = target === document.body || document.getElementById('root')?.contains(target as Node)
      if (key === 'Escape' && isOnPage && !isBehind && open.at(-1) === self) onClose()
    }
    document.addEventListener('keydown', closeFromPage)
    return () => document.removeEventListener('keydown', closeFromPage)
  }, [self, isBehind, onClose])

  return (
    <Dialog.Root
      open
      modal={!isBehind && 'trap-focus'}
      disablePointerDismissal={!closesBeside}
      onOpenChange={(_, { reason, event, cancel }) => {
        const target = event.target as Element
        // Escape in a menu inside the panel closes only the menu.
        const isEscape = reason === 'escape-key' && panel.current?.contains(target) && !target.closest('[popover]')
        // A press in the question in front of this panel is not a press outside.
        if (isEscape || (reason === 'outside-press' && !isBehind)) onClose()
        // Otherwise Base UI would stop the browser from closing that menu.
        else cancel()
      }}
    >
      <Dialog.Portal>
        <Dialog.Viewport data-modal="" className={layer}>
          {/* A press on the backdrop keeps the focus in the panel, which handles Escape. */}
          <Dialog.Backdrop onMouseDown={event => event.preventDefault()} className={scrim} />
          <Dialog.Popup
            ref={panel}
            role={isQuestion ? 'alertdialog' : 'dialog'}
            aria-modal="true"
            data-frame=""
            initialFocus={() =>
              !isBehind && (initialFocus?.current ?? panel.current?.querySelector<HTMLElement>(FIELD) ?? panel.current)
            }
            finalFocus={false}
            // Base UI would stop the arrow keys, which a screen may handle: they show the next member.
            onKeyDown={event => event.key !== 'Escape' && event.preventBaseUIHandler()}
            {...frame}
          />
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
