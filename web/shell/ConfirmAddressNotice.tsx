import { useState } from 'react'
import type { User } from '../../contract/identity.ts'
import { sendConfirmation } from '../../features/auth/contract.ts'
import { api, messageOf } from '../api/call.ts'
import { useAuth } from '../session/session.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

/** Shown above every screen until the email address is confirmed. */
export function ConfirmAddressNotice({ user }: { user: User }) {
  const { busy, send } = useSendConfirmation(user.email)
  const email = <span className="wrap-anywhere font-semibold">{user.email}</span>
  return (
    <div className="mb-6">
      <Banner
        tone="info"
        action={
          <Button variant="secondary" size="sm" busy={busy} onClick={send}>
            {user.confirmation_asked ? 'Send again' : 'Send link'}
          </Button>
        }
      >
        {user.confirmation_asked ? (
          <p>Please confirm your email address. We sent a link to {email}.</p>
        ) : (
          <p>Please confirm your email address. We can send a link to {email}.</p>
        )}
      </Banner>
    </div>
  )
}

export function useSendConfirmation(email: string) {
  const { retry } = useAuth()
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    toast.dismissErrors()
    try {
      await api(sendConfirmation)
      toast.success('Mail sent', `We sent a new link to ${email}. Older links no longer work.`)
    } catch (error) {
      toast.error('The mail was not sent', messageOf(error))
    } finally {
      setBusy(false)
      // The address may have been confirmed in another browser.
      await retry()
    }
  }
  return { busy, send }
}
