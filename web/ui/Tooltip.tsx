import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { follow } from './anchor.ts'

const WAIT = 350
/** Time to move the pointer from the button onto the tooltip, to read or copy it. */
const GRACE = 120

type Trigger = ReactElement<{ 'aria-describedby'?: string }>

/**
 * A few words beside a control when it is pointed at or focused. `names`: the words are already the control's name, so a
 * screen reader is not told twice.
 */
export function Tooltip({ text, names = false, children }: { text: string; names?: boolean; children: Trigger }) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)

  const later = (next: boolean, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(setOpen, wait, next)
  }
  const now = (next: boolean) => later(next, 0)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const [floating, around] = [tip.current, anchor.current?.firstElementChild]
    if (!open || !floating || !around) return
    floating.showPopover()
    const stop = follow(floating, around, 'top', 'center')
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      stop()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [open])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside it
    <span
      ref={anchor}
      className="contents"
      onPointerOver={event => event.pointerType === 'mouse' && later(true, WAIT)}
      onPointerOut={() => later(false, GRACE)}
      onFocus={event => event.target.matches(':focus-visible') && now(true)}
      onBlur={() => now(false)}
      onPointerDown={() => now(false)}
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
