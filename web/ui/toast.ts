/**
 * Toasts can be raised from anywhere, a screen or a plain function; Toasts.tsx shows them.
 * A toast leaves by itself after a while, counted only while nobody points at it or stands on it. Raised again while it is still
 * there, it stays longer and says how often.
 */
export type Toast = {
  id: number
  variant: 'success' | 'destructive'
  title: string
  description?: string
  /** How often it was raised. */
  times: number
}

const MOST = 4
const STAY = { success: 5000, destructive: 8000 }

let toasts: readonly Toast[] = []
let lastId = 0
let paused = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function countDown(toast: Toast) {
  clearTimeout(timers.get(toast.id))
  if (!paused) timers.set(toast.id, setTimeout(dismiss, STAY[toast.variant], toast.id))
}

function dismiss(id: number) {
  if (!toasts.some(toast => toast.id === id)) return
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter(toast => toast.id !== id))
}

/** The next try begins: what was said about the last one is over. */
function dismissErrors() {
  for (const { id, variant } of toasts) if (variant === 'destructive') dismiss(id)
}

function show(variant: Toast['variant'], title: string, description?: string) {
  const same = toasts.find(one => one.variant === variant && one.title === title && one.description === description)
  return same ? again(same) : add({ id: ++lastId, variant, title, description, times: 1 })
}

function again(toast: Toast) {
  change(toasts.map(one => (one === toast ? { ...toast, times: toast.times + 1 } : one)))
  countDown(toast)
  return toast.id
}

function add(added: Toast) {
  for (const oldest of toasts.slice(0, Math.max(0, toasts.length + 1 - MOST))) dismiss(oldest.id)
  change([...toasts, added])
  countDown(added)
  return added.id
}

export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('destructive', title, description),
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
    for (const one of toasts) on ? clearTimeout(timers.get(one.id)) : countDown(one)
  },
}
