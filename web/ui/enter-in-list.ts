import type { KeyboardEvent } from 'react'

/** Enter in an open list of suggestions without a highlighted one would submit the form around it. Returns whether it was that. */
export function keepsEnterInList(event: KeyboardEvent<HTMLInputElement>): boolean {
  const { currentTarget: input, key } = event
  const isOpen = input.getAttribute('aria-expanded') === 'true'
  if (key !== 'Enter' || !isOpen || input.hasAttribute('aria-activedescendant')) return false
  event.preventDefault()
  return true
}
