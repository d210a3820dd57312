import { useSyncExternalStore } from 'react'
import type { Chunk, Failure } from './chunk.ts'

/** A click that leads to a screen whose chunk is not here: the screen and the address stay until it is. */
export type HeldNavigation = { href: string; title: string; failure?: Failure; again: () => void }

/** A chunk that is here by then needs no word. */
const WORTH_A_WORD_MS = 1_000

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

/** Fetches the chunk of the next screen before the address changes; while that fails, nothing changes but the notice. */
export function holdNavigations(history: History, screenAt: (pathname: string) => Screen | undefined): void {
  let turn = 0

  async function mustStay({ nextLocation: { href, pathname }, action }: Blocking): Promise<boolean> {
    const mine = ++turn
    const screen = screenAt(pathname)
    const isSecondTry = held?.href === href
    if (!isSecondTry) set(undefined)
    if (!screen || screen.chunk.get().module) return false
    // The app's own redirects leave nothing behind that is worth keeping.
    if (action === 'REPLACE') return false

    const told = { href, title: screen.title, again: () => history.push(href) }
    if (isSecondTry) set(told)
    const timer = setTimeout(() => mine === turn && set(told), WORTH_A_WORD_MS)
    const { module, failure } = await screen.chunk.fetch()
    clearTimeout(timer)
    // Whoever has gone elsewhere meanwhile stays there. After Back and Forward the browser's address has changed already, and going
    // on means to follow it.
    if (mine !== turn) return action === 'PUSH'
    // Under an open dialog nobody would see the notice: then the screen's own place says it.
    const mayGo = module !== undefined || document.querySelector('[role$=dialog]') !== null
    const again = failure === 'stuck' ? () => location.assign(href) : told.again
    set(mayGo ? undefined : { ...told, failure, again })
    if (!mayGo) forgetWhenFetched(screen.chunk, href)
    return !mayGo
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
