import type { LucideIcon } from 'lucide-react'
import { cloneElement, type KeyboardEvent, type ReactElement, type ToggleEvent, useId, useRef, useState } from 'react'
import { type Align, follow } from './anchor.ts'
import { cx } from './cx.ts'
import { itemAfter } from './menu-keys.ts'

type MenuItem = {
  label: string
  icon?: LucideIcon
  tone?: 'plain' | 'danger'
  disabled?: boolean
  /** If set, the item is a radio item, marked when true. */
  checked?: boolean
  onSelect: () => void
}

type Trigger = ReactElement<{
  popoverTarget?: string
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string
}>

/** A button that opens a list of actions: `<Menu label="Topic" trigger={<IconButton … />} items={[…]} />`. */
export function Menu({
  label,
  trigger,
  items,
  align = 'end',
}: {
  label: string
  trigger: Trigger
  items: readonly MenuItem[]
  align?: Align
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const stopFollowing = useRef<() => void>(undefined)
  const [open, setOpen] = useState(false)

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? [])]

  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    const opens = event.newState === 'open'
    setOpen(opens)
    if (opens) (entries().find(entry => entry.ariaChecked === 'true') ?? entries()[0])?.focus()
  }

  // Position the popover before it is shown, so that it does not jump.
  const onBeforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    stopFollowing.current?.()
    const anchor = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
    if (event.newState === 'open' && anchor)
      stopFollowing.current = follow(event.currentTarget, anchor, 'bottom', align)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return list.current?.hidePopover()
    const all = entries()
    const next = itemAfter(
      event.key,
      all.indexOf(document.activeElement as HTMLElement),
      all.map(entry => entry.textContent ?? ''),
    )
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    <>
      {cloneElement(trigger, {
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
      })}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={onToggle}
        onBeforeToggle={onBeforeToggle}
        onKeyDown={onKeyDown}
        className="overlay max-w-[calc(100vw-16px)] min-w-[min(11rem,calc(100vw-16px))] animate-appear p-1.5"
      >
        {items.map(item => (
          <button
            key={item.label}
            type="button"
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            disabled={item.disabled}
            tabIndex={-1}
            onClick={() => {
              list.current?.hidePopover()
              item.onSelect()
            }}
            className={cx(
              'flex w-full items-center gap-2.5 rounded-control px-2.5 py-2 text-left text-sm -outline-offset-2 pointer-coarse:min-h-11',
              'hover:bg-tint focus:bg-tint disabled:cursor-not-allowed disabled:opacity-50',
              item.tone === 'danger' && 'text-error',
              item.checked && 'font-semibold',
            )}
          >
            {item.icon && <item.icon aria-hidden size={16} />}
            <span className="flex-1">{item.label}</span>
            {item.checked && <span className="size-1.5 rounded-full bg-accent" />}
          </button>
        ))}
      </div>
    </>
  )
}
