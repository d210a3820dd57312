import type { ReactNode } from 'react'
import { messageOf } from '../../../../web/api/call.ts'
import { howToAllow } from '../../../../web/push/how-to-allow.ts'
import { usePush } from '../../../../web/push/use-push.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { Switch } from '../../../../web/ui/Checkbox.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'

const LABEL = 'Push messages on this device'

/** Whether this browser gets push messages. Takes effect at once, unlike the choices below. */
export function PushRow() {
  const { state, error, refetch, busy, turnOn, turnOff } = usePush()
  if (state === 'unavailable') return null
  return (
    <div className="mb-6 border-b border-line pb-5">
      {state === 'loading' ? (
        <RowsSkeleton label="Loading the state of push messages" rows={1} />
      ) : state === 'failed' ? (
        <Banner title="The state of push messages could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      ) : state === 'blocked' ? (
        <Fixed state="blocked">{howToAllow}</Fixed>
      ) : state === 'unsupported' ? (
        <Fixed state="not supported">
          This browser cannot show them. On an iPhone or iPad, add the app to the Home Screen and open it there.
        </Fixed>
      ) : (
        <Switch
          label={LABEL}
          hint="They say what happened, not what was written, and end when you sign out. You get everything except the kinds that you want in the app only, and nothing in your quiet hours."
          checked={state === 'on'}
          busy={busy}
          onChange={isOn => (isOn ? turnOn() : turnOff())}
        />
      )}
    </div>
  )
}

const Fixed = ({ state, children }: { state: string; children: ReactNode }) => (
  <div className="text-sm">
    <p className="font-medium">{`${LABEL}: ${state}`}</p>
    <p className="text-muted">{children}</p>
  </div>
)
