import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

const FIELD = 'form :is(input, textarea, [role=combobox]):not(:disabled)'

const open = { modals: 0, questions: 0 }
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While any is open, the page itself is out of reach, for code that moves the focus too, such as that of the key '/'. */
function count(by: 1 | -1, isQuestion: boolean) {
  open.modals += by
  if (isQuestion) open.questions += by
  ;(document.getElementById('root') as HTMLElement).inert = open.modals > 0
  for (const listener of listeners) listener()
}

type ModalProps = ComponentProps<'div'> & {
  onClose: () => void
  /** Where the focus begins; without it the first field of a form, else the panel itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A press beside it closes it. */
  closesBeside: boolean
  /** It stays in front of what opens after it, such as a dialog that tells of a row that was deleted meanwhile: its answer is awaited. */
  isQuestion?: boolean
  /** The looks of what fills the window, and of what dims the page; `className` is the panel's. */
  layer?: string
  scrim: string
}

/**
 * While it is there, only this panel and the toasts can be reached, unless a question is in front of it: Tab goes round inside, Escape
 * closes, and at the end the focus returns to where it was.
 */
export function Modal({ onClose, initialFocus, closesBeside, isQuestion = false, layer, scrim, ...frame }: ModalProps) {
  const panel = useRef<HTMLDivElement>(null)
  const isBehind = useSyncExternalStore(subscribe, () => open.questions > 0) && !isQuestion
  const [cameFrom] = useState(() => document.activeElement as HTMLElement | null)
  // With the page held still its scrollbar goes; as much room in its place, and nothing behind the modal moves.
  const [scrollbar] = useState(() => innerWidth - document.documentElement.clientWidth)

  useLayoutEffect(() => {
    count(1, isQuestion)
    if (scrollbar) document.body.style.paddingRight = `${scrollbar}px`
    return () => {
      count(-1, isQuestion)
      if (scrollbar) document.body.style.paddingRight = ''
      // What opened it may be gone, such as the button of a deleted row: then keep-focus.ts finds a place.
      if (cameFrom?.isConnected) cameFrom.focus()
    }
  }, [isQuestion, scrollbar, cameFrom])

  return (
    <Dialog.Root
      open
      modal={!isBehind && 'trap-focus'}
      disablePointerDismissal={!closesBeside}
      onOpenChange={(_, { reason, event }) => {
        const target = event.target as Element
        // In a menu inside it, Escape closes the menu.
        const isEscape = reason === 'escape-key' && panel.current?.contains(target) && !target.closest('[popover]')
        // A press in the question in front of it is none beside it.
        if (isEscape || (reason === 'outside-press' && !isBehind)) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Viewport data-modal="" className={layer}>
          {/* Pressed beside the panel, the focus stays in it: Escape is heard there. */}
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
            // It would keep the arrow keys from the screen, where they lead to the next member.
            onKeyDown={event => event.key !== 'Escape' && event.preventBaseUIHandler()}
            {...frame}
          />
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
