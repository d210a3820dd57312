import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CountBadge } from './CountBadge.tsx'
import { cx } from './cx.ts'

type TabItem<V extends string> = { value: V; label: string; count?: number }

const step: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Tabs above one panel. Arrow keys select immediately. Not from Base UI, to keep the sign-in page small: docs/decisions/dependencies.md. */
export function Tabs<V extends string>({
  label,
  items,
  value,
  onChange,
  spread = false,
  children,
}: {
  label: string
  items: readonly TabItem<V>[]
  value: V
  onChange: (value: V) => void
  /** The tabs share the whole width. */
  spread?: boolean
  /** The panel of the chosen tab. */
  children: ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  // The chosen tab may be beyond the edge on a phone. Not scrollIntoView, which would also scroll the page.
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector(`[id="${id}-${value}"]`)
    if (!list.current || !chosen) return
    const [shown, tab] = [list.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    list.current.scrollLeft += Math.max(0, tab.right - shown.right) + Math.min(0, tab.left - shown.left)
  }, [id, value])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = step[event.key]?.(
      items.findIndex(item => item.value === value),
      items.length - 1,
    )
    const item = next === undefined ? undefined : items[next]
    if (!item) return
    event.preventDefault()
    onChange(item.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="scroll-hint flex gap-4 overflow-x-auto overflow-y-hidden border-b border-line sm:gap-6"
      >
        {items.map(item => {
          const chosen = item.value === value
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-${item.value}`}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(item.value)}
              className={cx(
                'flex h-10 min-w-11 shrink-0 items-center justify-center gap-2 border-b-2 px-1 text-sm font-medium whitespace-nowrap -outline-offset-2 transition-colors pointer-coarse:h-11',
                chosen ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
                spread && 'flex-1',
              )}
            >
              {item.label}
              {item.count !== undefined && <CountBadge count={item.count} />}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-6">
        {children}
      </div>
    </div>
  )
}
