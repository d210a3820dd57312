import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { focusHeading } from '../app/focus-heading.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { toast } from './toast.ts'

type Props = { again: () => Promise<unknown>; children?: string; size?: ButtonProps['size'] }

/** Asks again for what could not be had, and is busy until there is an answer. */
export function TryAgain({ again, children = 'Try Again', size }: Props) {
  const [busy, setBusy] = useState(false)
  const pressed = useRef<{ dialog: HTMLElement | null }>(null)
  // What is loaded takes the button's place: the focus goes to the dialog or the screen it stood in, instead of being lost.
  useEffect(
    () => () => {
      if (!pressed.current || document.activeElement !== document.body) return
      const { dialog } = pressed.current
      if (dialog?.isConnected) dialog.focus()
      else focusHeading()
    },
    [],
  )
  const click = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    pressed.current = { dialog: currentTarget.closest<HTMLElement>('[role=dialog]') }
    setBusy(true)
    // What was said about the last try is over.
    toast.dismissErrors()
    await again().finally(() => setBusy(false))
  }
  return (
    <Button variant="secondary" size={size} busy={busy} onClick={event => void click(event)}>
      {children}
    </Button>
  )
}

/** For screens whose 'Try again' is specified to load the page anew: busy until it does. */
export const reloadPage = () => {
  location.reload()
  return new Promise<never>(() => {})
}
