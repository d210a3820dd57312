import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { follow } from './anchor.ts'

const SHOW_DELAY_MS = 350
/** Time to move the pointer from the button onto the tooltip, to read or copy it. */
const HIDE_DELAY_MS = 120

type Trigger = ReactElement<{ 'aria-describedby'?: string }>

/**
 * A short text beside a control on hover or focus. `names`: the text is already the control's accessible name, so it is hidden from
 * screen readers.
 */
export function Tooltip({ text, names = false, children }: { text: string; names?: boolean; children: Trigger }) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)

  const setOpenAfter = (delay: number, next: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(setOpen, delay, next)
  }
  const setOpenNow = (next: boolean) => setOpenAfter(0, next)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const [floating, anchorElement] = [tip.current, anchor.current?.firstElementChild]
    if (!open || !floating || !anchorElement) return
    floating.showPopover()
    const stop = follow(floating, anchorElement, 'top', 'center')
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    // A button that becomes disabled loses the focus without a blur event.
    const onFocusIn = ({ target }: FocusEvent) => !anchorElement.contains(target as Node) && setOpen(false)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      stop()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [open])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside it
    <span
      ref={anchor}
      className="contents"
      onPointerOver={event => event.pointerType === 'mouse' && setOpenAfter(SHOW_DELAY_MS, true)}
      onPointerOut={() => setOpenAfter(HIDE_DELAY_MS, false)}
      onFocus={event => event.target.matches(':focus-visible') && setOpenNow(true)}
      onBlur={() => setOpenNow(false)}
      onPointerDown={() => setOpenNow(false)}
    >
      {names ? children : cloneElement(children, { 'aria-describedby': id })}
      {open && (
        <span
          ref={tip}
          id={id}
          role="tooltip"
          dir="auto"
          aria-hidden={names || undefined}
          popover="manual"
          className="overlay max-w-64 animate-appear px-2.5 py-1.5 text-xs font-medium"
        >
          {text}
        </span>
      )}
    </span>
  )
}
