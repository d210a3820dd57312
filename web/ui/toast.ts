/**
 * Toasts can be raised from anywhere, a screen or a plain function; Toasts.tsx shows them.
 * A toast leaves by itself after a while, counted only while nobody points at it or stands on it.
 */
export type Toast = { id: number; variant: 'success' | 'destructive'; title: string; description?: string }

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

function show(variant: Toast['variant'], title: string, description?: string) {
  const added: Toast = { id: ++lastId, variant, title, description }
  for (const oldest of toasts.slice(0, Math.max(0, toasts.length + 1 - MOST))) dismiss(oldest.id)
  change([...toasts, added])
  countDown(added)
  return added.id
}

export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('destructive', title, description),
  dismiss,
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
