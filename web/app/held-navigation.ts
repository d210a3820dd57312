import { useSyncExternalStore } from 'react'
import type { Chunk, Failure } from './chunk.ts'

/** A blocked navigation to a screen whose chunk is not loaded: the current screen and URL stay until it is. */
type HeldNavigation = { href: string; title: string; failure?: Failure; retry: () => void }

/** A chunk loaded within this time needs no notice. */
const NOTICE_DELAY_MS = 1_000

let held: HeldNavigation | undefined
const listeners = new Set<() => void>()

function set(next: HeldNavigation | undefined): void {
  held = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useHeldNavigation = () => useSyncExternalStore(subscribe, () => held)

type Location = { href: string; pathname: string }
type Blocking = { nextLocation: Location; action: string }
type History = {
  block: (blocker: { blockerFn: (args: Blocking) => Promise<boolean>; enableBeforeUnload: boolean }) => unknown
  push: (href: string) => void
}
type Screen = { title: string; chunk: Chunk }

/** Fetches the chunk of the next screen before the URL changes; if that fails, only a notice appears. */
export function holdNavigations(history: History, screenAt: (pathname: string) => Screen | undefined): void {
  let attempt = 0

  async function mustStay({ nextLocation: { href, pathname }, action }: Blocking): Promise<boolean> {
    const thisAttempt = ++attempt
    const screen = screenAt(pathname)
    const isRetry = held?.href === href
    if (!isRetry) set(undefined)
    if (!screen || screen.chunk.get().module) return false
    // A redirect of the app leaves no screen that is worth keeping.
    if (action === 'REPLACE') return false

    const navigation = { href, title: screen.title, retry: () => history.push(href) }
    if (isRetry) set(navigation)
    const timer = setTimeout(() => thisAttempt === attempt && set(navigation), NOTICE_DELAY_MS)
    const { module, failure } = await screen.chunk.fetch()
    clearTimeout(timer)
    // A newer navigation has started: block this one. After Back or Forward the URL has already changed, so the router must
    // follow it.
    if (thisAttempt !== attempt) return action === 'PUSH'
    // An open dialog would hide the notice: let the next screen show the failure instead.
    const mayLeave = module !== undefined || document.querySelector('[role$=dialog]') !== null
    const retry = failure === 'stuck' ? () => location.assign(href) : navigation.retry
    set(mayLeave ? undefined : { ...navigation, failure, retry })
    if (!mayLeave) forgetWhenFetched(screen.chunk, href)
    return !mayLeave
  }

  history.block({ blockerFn: mustStay, enableBeforeUnload: false })
}

function forgetWhenFetched(chunk: Chunk, href: string): void {
  const stop = chunk.subscribe(() => {
    if (!chunk.get().module) return
    stop()
    if (held?.href === href) set(undefined)
  })
}
