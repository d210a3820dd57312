import { useState } from 'react'
import { howToAllow } from '../../../web/push/how-to-allow.ts'
import { usePush } from '../../../web/push/use-push.ts'
import { hasDeclinedPush, noteDeclinedPush } from '../../../web/session/member-storage.ts'
import { Button } from '../../../web/ui/Button.tsx'

/** Offers push messages to a member who has notifications, until they decline. */
export function PushOffer() {
  const { state, busy, turnOn } = usePush()
  const [isDeclined, setDeclined] = useState(hasDeclinedPush)
  const [isAsked, setAsked] = useState(false)
  if (isDeclined) return null
  // The member has just blocked it in the dialog of the browser.
  if (isAsked && state === 'blocked')
    return (
      <p role="status" className={frame}>
        {howToAllow}
      </p>
    )
  if (state !== 'off') return null
  return (
    <section aria-label="Push messages" className={frame}>
      <p className="min-w-0 flex-1 basis-44">Get these on this device too</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={busy}
          onClick={() => {
            setAsked(true)
            turnOn()
          }}
        >
          Turn on
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            noteDeclinedPush()
            setDeclined(true)
          }}
        >
          Not now
        </Button>
      </div>
    </section>
  )
}

const frame =
  'mx-1 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-tint px-3 py-2.5 text-sm text-on-tint'
