import { useState } from 'react'
import type { Factor } from '../../../../contract/identity.ts'
import { api } from '../../../../web/api/call.ts'
import { useSend } from '../../../../web/api/send.ts'
import { useAuth } from '../../../../web/session/session.tsx'
import { Button } from '../../../../web/ui/Button.tsx'
import { challengeFactor, verifyFactor } from '../../factor-contract.ts'
import { CodeForm } from './CodeForm.tsx'

/** A code sent to the phone on request. */
export function PhoneCode({ factor }: { factor: Factor }) {
  const { take } = useAuth()
  const [challenge, setChallenge] = useState<string>()
  const { send, busy } = useSend(challengeFactor, {
    failure: 'The code was not sent',
    onSuccess: ({ id }) => setChallenge(id),
  })
  if (challenge)
    return (
      <CodeForm
        title="Enter your code"
        text={
          <>
            We have sent six digits to <span className="text-ink">{factor.phone}</span>. They work for five minutes.
          </>
        }
        sendAgain={async () => Boolean(await send({ id: factor.id }))}
        verify={async (code, remember_device) =>
          take(await api(verifyFactor, { id: factor.id, challenge_id: challenge, code, remember_device }))
        }
      />
    )
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Get a code by phone</h2>
        <p className="mt-1 text-muted">
          We send six digits to <span className="text-ink">{factor.phone}</span>.
        </p>
      </div>
      <div className="flex flex-col gap-3">
        <Button size="lg" wide busy={busy} onClick={() => send({ id: factor.id, channel: 'sms' })}>
          Send by SMS
        </Button>
        <Button
          size="lg"
          wide
          variant="secondary"
          busy={busy}
          onClick={() => send({ id: factor.id, channel: 'whatsapp' })}
        >
          Send by WhatsApp
        </Button>
      </div>
    </div>
  )
}
