import { cloneElement, type ReactElement, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { type Align, follow } from './anchor.ts'

type Trigger = ReactElement<{
  popoverTarget?: string
  'aria-haspopup'?: 'dialog'
  'aria-expanded'?: boolean
  'aria-controls'?: string
}>

/** A small panel that a button opens beside itself; a press elsewhere or Escape closes it and the focus returns. */
export function Popover({
  label,
  trigger,
  align = 'start',
  children,
}: {
  label: string
  trigger: Trigger
  align?: Align
  children: ReactNode
}) {
  const id = useId()
  const stop = useRef<() => void>(undefined)
  const [open, setOpen] = useState(false)

  const onBeforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    stop.current?.()
    const anchor = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
    if (event.newState === 'open' && anchor) stop.current = follow(event.currentTarget, anchor, 'bottom', align)
  }

  return (
    <>
      {cloneElement(trigger, {
        popoverTarget: id,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': id,
      })}
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={onBeforeToggle}
        onToggle={event => {
          setOpen(event.newState === 'open')
          if (event.newState === 'open') event.currentTarget.focus()
        }}
        className="overlay w-80 max-w-[calc(100vw-16px)] animate-appear p-5 outline-none"
      >
        {open && children}
      </div>
    </>
  )
}
