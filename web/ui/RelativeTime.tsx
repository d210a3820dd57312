import { useSyncExternalStore } from 'react'
import { relativeTime } from './relative-time.ts'

/** One timer for all instances, running only while any is mounted. */
const listeners = new Set<() => void>()
let minutes = 0
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minutes += 1
    for (const notify of listeners) notify()
  }, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** '5 minutes ago', updated every minute, with the exact time as its title. */
export function RelativeTime({ when }: { when: string }) {
  useSyncExternalStore(subscribe, () => minutes)
  const date = new Date(when)
  return (
    <time dateTime={when} title={Number.isNaN(date.getTime()) ? undefined : exact.format(date)}>
      {relativeTime(when, Date.now())}
    </time>
  )
}
