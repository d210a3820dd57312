import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

const FIELD = 'form :is(input, textarea, [role=combobox]):not(:disabled)'

/** Toasts stay alive above a modal, and whatever else opens later (a list of options) was not there to be silenced. */
const staysAlive = (element: Element, modal: Element) =>
  element === modal ||
  element.hasAttribute('data-toasts') ||
  element.hasAttribute('inert') ||
  element.tagName === 'SCRIPT'

/** The open modals, the latest last. */
const open: Element[] = []
const silenced = new Set<Element>()

/** A question stays in front of a dialog that opens after it, such as one that tells of a row that was deleted meanwhile: its answer is awaited. */
const frontmost = () => open.findLast(modal => modal.querySelector('[role=alertdialog]')) ?? open.at(-1)

/** Only the frontmost modal can be reached. */
function silenceOthers(): void {
  for (const element of silenced) element.removeAttribute('inert')
  silenced.clear()
  const reachable = frontmost()
  if (!reachable) return
  for (const element of document.body.children) if (!staysAlive(element, reachable)) silenced.add(element)
  for (const element of silenced) element.setAttribute('inert', '')
}

function keepTabInside(event: KeyboardEvent, modal: HTMLElement) {
  const stops = [...modal.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(element => element.checkVisibility())
  const [first, last] = [stops[0], stops.at(-1)]
  const active = document.activeElement
  const leaves = event.shiftKey ? active === first || !stops.includes(active as HTMLElement) : active === last
  if (!leaves) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

/**
 * While mounted, `layer` (a child of body) is the only part of the page that can be reached, unless another one is in front of it: the rest
 * is inert, Tab goes round inside, Escape closes, and at the end the focus returns to where it was.
 */
export function useModal(
  layer: RefObject<HTMLElement | null>,
  { onClose, initialFocus }: { onClose: () => void; initialFocus?: RefObject<HTMLElement | null> },
) {
  // Read while rendering: by the time effects run, something inside may already have taken the focus.
  const [cameFrom] = useState(() => document.activeElement as HTMLElement | null)
  // With the page held still its scrollbar goes; as much room in its place, and nothing behind the modal moves.
  const [scrollbar] = useState(() => innerWidth - document.documentElement.clientWidth)
  const close = useEffectEvent(onClose)
  const firstStop = useEffectEvent(
    (modal: HTMLElement) =>
      initialFocus?.current ??
      modal.querySelector<HTMLElement>(FIELD) ??
      modal.querySelector<HTMLElement>('[role$=dialog]') ??
      modal,
  )

  useEffect(() => {
    const modal = layer.current
    if (!modal) return
    open.push(modal)
    silenceOthers()
    if (scrollbar) document.body.style.paddingRight = `${scrollbar}px`
    if (frontmost() === modal && !modal.contains(document.activeElement)) firstStop(modal).focus()

    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key === 'Tab') keepTabInside(event, modal)
      // An open list inside the dialog takes the first Escape for itself.
      else if (event.key === 'Escape' && target.ariaExpanded !== 'true' && !target.closest('[popover]')) close()
    }
    modal.addEventListener('keydown', onKeyDown)
    return () => {
      modal.removeEventListener('keydown', onKeyDown)
      open.splice(open.indexOf(modal), 1)
      silenceOthers()
      if (scrollbar) document.body.style.paddingRight = ''
      // What opened it may be gone, such as the button of a deleted row: then keep-focus.ts finds a place.
      if (cameFrom?.isConnected) cameFrom.focus()
    }
  }, [layer, cameFrom, scrollbar])
}
