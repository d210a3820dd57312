import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const listeners = new Set<() => void>()
const root = document.documentElement

/** before-app.js has already set the stored theme on the root element; after that only this module writes it. */
const read = (): Theme => {
  const chosen = root.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(theme: Theme) {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage is blocked: the choice is lost on reload.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = () => useSyncExternalStore(subscribe, read)
