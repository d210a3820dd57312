import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { type Toast, toast, toastStore } from './toast.ts'
import { placeToasts } from './toast-place.ts'

const edges = { success: 'border-l-on-green', destructive: 'border-l-flag' }

function ToastCard({ variant, id, title, description, times }: Toast) {
  return (
    <div
      data-toast=""
      data-variant={variant}
      className={cx(
        'overlay pointer-events-auto flex w-full animate-rise gap-3 border-l-4 py-3 pr-2 pl-4 sm:w-80',
        edges[variant],
      )}
    >
      <div className="min-w-0 flex-1 py-1 text-sm">
        <p className="font-semibold">{title}</p>
        {description && <p className="text-muted">{description}</p>}
      </div>
      {times > 1 && <span className="py-1 text-sm text-muted">{`×${times}`}</span>}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(id)}
        className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  )
}

/**
 * Where toasts appear; stands once, beside the app. Its two live regions are there from the start and stay the same elements, because a
 * screen reader announces only what is added to a region it already knows; toast-place.ts only moves them. F6 goes to the newest
 * toast, and back.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const newest = toasts.at(-1)
  const hasToasts = Boolean(newest)

  useLayoutEffect(() => {
    if (hasToasts && region.current) return placeToasts(region.current)
  }, [hasToasts])

  // Where there is no room for all of them, the newest is in sight.
  useEffect(() => {
    if (newest) region.current?.scrollTo(0, region.current.scrollHeight)
  }, [newest])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const here = region.current
      if (event.key !== 'F6' || !here?.querySelector('[data-toast]')) return
      event.preventDefault()
      if (here.contains(document.activeElement)) return cameFrom.current?.focus()
      cameFrom.current = document.activeElement as HTMLElement | null
      ;[...here.querySelectorAll('button')].at(-1)?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  // A toast dismissed by keyboard must not leave the focus nowhere.
  useEffect(() => {
    if (toasts.length > 0) return
    toastStore.pause(false)
    if (document.activeElement === document.body) cameFrom.current?.focus()
    cameFrom.current = null
  }, [toasts.length])

  const of = (variant: Toast['variant']) => toasts.filter(one => one.variant === variant)
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
        {of('success').map(one => (
          <ToastCard key={one.id} {...one} />
        ))}
      </div>
      <div role="alert" aria-live="assertive">
        {of('destructive').map(one => (
          <ToastCard key={one.id} {...one} />
        ))}
      </div>
    </section>,
    document.body,
  )
}
