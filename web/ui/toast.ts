/**
 * A store of toasts, usable from components and plain functions; Toasts.tsx renders it.
 * A toast is dismissed after a timeout, which is paused while the toasts are hovered or focused. The same toast, shown again, restarts
 * the timeout and counts up.
 */
export type Toast = {
  id: number
  variant: 'success' | 'destructive'
  title: string
  description?: string
  /** How often it was shown. */
  times: number
  /** What it is the result of, such as 'pin 7': a newer result replaces it. */
  about?: string
  /** A button, such as 'Undo'. Pressing it dismisses the toast. */
  action?: ToastAction
}

type ToastOptions = Pick<Toast, 'about' | 'action'>
type ToastAction = { label: string; run: () => void }

const MAX_TOASTS = 4
const TIMEOUT_MS = { success: 5000, destructive: 8000 }
/** Time to find the button. */
const TIMEOUT_WITH_ACTION_MS = 10_000

let toasts: readonly Toast[] = []
let lastId = 0
let paused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function update(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function startTimeout(toast: Toast) {
  clearTimeout(timers.get(toast.id))
  if (!paused)
    timers.set(
      toast.id,
      setTimeout(dismiss, toast.action ? TIMEOUT_WITH_ACTION_MS : TIMEOUT_MS[toast.variant], toast.id),
    )
}

function dismiss(id: number) {
  if (!toasts.some(toast => toast.id === id)) return
  clearTimeout(timers.get(id))
  timers.delete(id)
  update(toasts.filter(toast => toast.id !== id))
}

/** For the start of the next attempt. */
function dismissErrors() {
  for (const { id, variant } of toasts) if (variant === 'destructive') dismiss(id)
}

function show(variant: Toast['variant'], title: string, description?: string, { about, action }: ToastOptions = {}) {
  // One with an action is never merged: each belongs to another row.
  const same = toasts.find(
    toast =>
      !action &&
      toast.variant === variant &&
      toast.title === title &&
      toast.description === description &&
      toast.about === about &&
      !toast.action,
  )
  if (about) for (const older of toasts) if (older !== same && older.about === about) dismiss(older.id)
  return same ? repeat(same) : add({ id: ++lastId, variant, title, description, times: 1, about, action })
}

function repeat(toast: Toast) {
  update(toasts.map(item => (item === toast ? { ...toast, times: toast.times + 1 } : item)))
  startTimeout(toast)
  return toast.id
}

function add(newToast: Toast) {
  for (const oldest of toasts.slice(0, Math.max(0, toasts.length + 1 - MAX_TOASTS))) dismiss(oldest.id)
  update([...toasts, newToast])
  startTimeout(newToast)
  return newToast.id
}

export const toast = {
  success: (title: string, description?: string, options?: ToastOptions) =>
    show('success', title, description, options),
  error: (title: string, description?: string, options?: ToastOptions) =>
    show('destructive', title, description, options),
  dismiss,
  dismissErrors,
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => toasts,
  pause: (on: boolean) => {
    if (paused === on) return
    paused = on
    for (const item of toasts) on ? clearTimeout(timers.get(item.id)) : startTimeout(item)
  },
}
