import { useElementScrollRestoration } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * The class of a list's element that lets the browser skip the layout and painting of cards far outside the window. Not where the scroll
 * position of an earlier visit is restored: that needs the real heights of all cards above it.
 */
export function useLazyCards(): string | undefined {
  const position = useElementScrollRestoration({ getElement: () => window })
  const [isRestored] = useState(Boolean(position?.scrollY))
  return isRestored ? undefined : 'lazy-cards'
}
