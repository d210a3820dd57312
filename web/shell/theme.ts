import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const listeners = new Set<() => void>()
const root = document.documentElement

/** before-app.js has already set the stored theme on the root element; after that only this module writes it. */
const read = (): Theme => {
  const chosen = root.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** The colour of a phone's bars; the same in index.html and before-app.js. */
const barColour = { light: '#f7f5f0', dark: '#0a141e' }

export function setTheme(theme: Theme) {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = barColour[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
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

export const useTheme = () => useSyncExternalStore(subscribe, read, read)
