import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { focusHeading } from '../app/focus-heading.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { toast } from './toast.ts'

type Props = { again: () => Promise<unknown>; children?: string; size?: ButtonProps['size'] }

/** Retries a failed load; busy until the promise settles. */
export function TryAgain({ again, children = 'Try Again', size }: Props) {
  const [busy, setBusy] = useState(false)
  const pressed = useRef<{ dialog: HTMLElement | null }>(null)
  // The loaded content replaces the button: move the focus to its dialog or the page's heading instead of losing it.
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
    toast.dismissErrors()
    await again().finally(() => setBusy(false))
  }
  return (
    <Button variant="secondary" size={size} busy={busy} onClick={event => void click(event)}>
      {children}
    </Button>
  )
}

/** For screens whose 'Try again' is specified to reload the page. The promise never settles, so the button stays busy until then. */
export const reloadPage = () => {
  location.reload()
  return new Promise<never>(() => {})
}
