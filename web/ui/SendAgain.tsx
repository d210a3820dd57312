import { useState } from 'react'
import { toast } from './toast.ts'

/** Beside the field for a one-time code: requests a new one and confirms it. `onSent` clears the error about the old code. */
export function SendAgain({ send, onSent }: { send: () => Promise<boolean>; onSent: () => void }) {
  const [isSent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  async function again() {
    if (busy) return
    toast.dismissErrors()
    setSent(false)
    setBusy(true)
    const wasSent = await send()
    setBusy(false)
    setSent(wasSent)
    if (wasSent) onSent()
  }
  return (
    <span className="flex gap-2">
      <span role="status" className="text-muted">
        {isSent && 'A new code was sent.'}
      </span>
      <button
        type="button"
        aria-disabled={busy}
        onClick={again}
        className="touchable text-accent underline-offset-4 hover:underline"
      >
        Send again
      </button>
    </span>
  )
}
