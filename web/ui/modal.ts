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
 * While mounted, `layer` (a child of body) is the only part of the page that can be reached: the rest is inert, Tab goes round
 * inside, Escape closes, and at the end the focus returns to where it was.
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
    const silenced = [...document.body.children].filter(element => !staysAlive(element, modal))
    for (const element of silenced) element.setAttribute('inert', '')
    if (scrollbar) document.body.style.paddingRight = `${scrollbar}px`
    if (!modal.contains(document.activeElement)) firstStop(modal).focus()

    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key === 'Tab') keepTabInside(event, modal)
      // An open list inside the dialog takes the first Escape for itself.
      else if (event.key === 'Escape' && target.ariaExpanded !== 'true' && !target.closest('[popover]')) close()
    }
    modal.addEventListener('keydown', onKeyDown)
    return () => {
      modal.removeEventListener('keydown', onKeyDown)
      for (const element of silenced) element.removeAttribute('inert')
      if (scrollbar) document.body.style.paddingRight = ''
      // What opened it may be gone, such as the button of a deleted row: then keep-focus.ts finds a place.
      if (cameFrom?.isConnected) cameFrom.focus()
    }
  }, [layer, cameFrom, scrollbar])
}
