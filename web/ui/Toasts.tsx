import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { type Toast, toast, toastStore } from './toast.ts'
import { placeToasts } from './toast-place.ts'

const edges = { success: 'border-l-on-green', destructive: 'border-l-flag' }

function ToastCard({ variant, id, title, description, times, action }: Toast) {
  return (
    <div
      data-toast=""
      data-variant={variant}
      className={cx(
        'overlay pointer-events-auto flex w-full animate-rise gap-3 border-l-4 py-3 pr-2 pl-4',
        edges[variant],
      )}
    >
      <div className="min-w-0 flex-1 py-1 text-sm">
        <p className="font-semibold">{title}</p>
        {description && <p className="text-muted">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          onClick={() => {
            toast.dismiss(id)
            action.run()
          }}
          className="h-8 shrink-0 rounded-control px-2 text-sm font-semibold text-accent hover:bg-sunken"
        >
          {action.label}
        </button>
      )}
      {times > 1 && <span className="py-1 text-sm text-muted">{`×${times}`}</span>}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(id)}
        className="touchable grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  )
}

/**
 * The container of the toasts, rendered once beside the app. Its two live regions are rendered from the start and never replaced, because
 * screen readers announce only additions to an existing live region; toast-place.ts only moves the container. F6 moves the focus to the
 * newest toast and back.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const region = useRef<HTMLElement>(null)
  const previousFocus = useRef<HTMLElement | null>(null)
  const newest = toasts.at(-1)
  const hasToasts = Boolean(newest)

  useLayoutEffect(() => {
    if (hasToasts && region.current) return placeToasts(region.current)
  }, [hasToasts])

  // If not all toasts fit, scroll to the newest.
  useEffect(() => {
    if (newest) region.current?.scrollTo(0, region.current.scrollHeight)
  }, [newest])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const container = region.current
      if (event.key !== 'F6' || !container?.querySelector('[data-toast]')) return
      event.preventDefault()
      if (container.contains(document.activeElement)) return previousFocus.current?.focus()
      previousFocus.current = document.activeElement as HTMLElement | null
      ;[...container.querySelectorAll('button')].at(-1)?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  // Restore the focus after the last toast was dismissed by keyboard.
  useEffect(() => {
    if (toasts.length > 0) return
    toastStore.pause(false)
    if (document.activeElement === document.body) previousFocus.current?.focus()
    previousFocus.current = null
  }, [toasts.length])

  const ofVariant = (variant: Toast['variant']) => toasts.filter(item => item.variant === variant)
  return createPortal(
    <section
      ref={region}
      data-toasts=""
      aria-label="Notifications (F6)"
      onPointerEnter={() => toastStore.pause(true)}
      onPointerLeave={event => toastStore.pause(event.currentTarget.matches(':focus-within'))}
      onFocus={() => toastStore.pause(true)}
      onBlur={event => toastStore.pause(event.currentTarget.matches(':hover'))}
      className="toasts"
    >
      <div role="status" aria-live="polite">
        {ofVariant('success').map(card => (
          <ToastCard key={card.id} {...card} />
        ))}
      </div>
      <div role="alert" aria-live="assertive">
        {ofVariant('destructive').map(card => (
          <ToastCard key={card.id} {...card} />
        ))}
      </div>
    </section>,
    document.body,
  )
}
