import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api, messageOf } from '../../../web/api.ts'
import { community } from '../../../web/boot.ts'
import { useAuth } from '../../../web/session.tsx'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { useSendConfirmation } from '../../../web/shell/ConfirmAddressNotice.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { useHash } from '../../../web/use-hash.ts'
import { confirmAddress } from '../contract.ts'
import { BackToSignIn } from './BackToSignIn.tsx'

/** Opened by the mail's link, whose token stands after the hash mark. */
export default function ConfirmAddressPage() {
  const { status } = useAuth()
  const token = useHash()
  const isSignedIn = status === 'signed_in'
  return (
    <AuthLayout communityName={community.name} footer={isSignedIn ? <ToTheCommunity /> : <BackToSignIn />}>
      {!token ? (
        <NoToken />
      ) : isSignedIn ? (
        <Followed key={token} token={token} />
      ) : (
        status !== 'loading' && <SignInFirst token={token} />
      )}
    </AuthLayout>
  )
}

const ToTheCommunity = () => (
  <Link to="/" className="text-accent underline-offset-4 hover:underline">
    Back to the community
  </Link>
)

type Outcome = { confirmed: string } | { refused: string }

function Followed({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>()
  if (!outcome) return <Ask token={token} onDone={setOutcome} />
  return 'confirmed' in outcome ? <Confirmed email={outcome.confirmed} /> : <Refused message={outcome.refused} />
}

/** A button, because programs that look into mails open links too, and a link works once. */
function Ask({ token, onDone }: { token: string; onDone: (outcome: Outcome) => void }) {
  const { user, take } = useAuth()
  const [busy, setBusy] = useState(false)
  async function confirm() {
    setBusy(true)
    try {
      const identity = await api(confirmAddress, { token })
      // Other tabs hear of it too.
      take(identity)
      onDone({ confirmed: identity.user?.email ?? '' })
    } catch (error) {
      setBusy(false)
      // What is not the link's fault may go better at the next press.
      if (error instanceof ApiError && error.status === 400) onDone({ refused: error.message })
      else toast.error('The address was not confirmed', messageOf(error))
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Confirm your email address</h2>
        <p className="mt-1 text-muted">
          You are signed in as <span className="break-words text-ink">{user?.email}</span>.
        </p>
      </div>
      <Button size="lg" wide busy={busy} busyText="Confirming..." onClick={confirm}>
        Confirm address
      </Button>
    </div>
  )
}

function Confirmed({ email }: { email: string }) {
  return (
    <div role="status">
      <h2 className="text-2xl">Your address is confirmed</h2>
      <p className="mt-1 text-muted">
        Thank you. Mails about your account go to <span className="break-words text-ink">{email}</span>.
      </p>
    </div>
  )
}

function Refused({ message }: { message: string }) {
  const { user } = useAuth()
  const { busy, send } = useSendConfirmation(user?.email ?? '')
  return (
    <div className="flex flex-col gap-5">
      <div role="alert">
        <h2 className="text-2xl">The address was not confirmed</h2>
        <p className="mt-1 text-muted">{message}</p>
      </div>
      {user && !user.email_confirmed && (
        <Button size="lg" wide busy={busy} busyText="Sending..." onClick={send}>
          Send a new link
        </Button>
      )}
    </div>
  )
}

/** Only the account's own session confirms it: see docs/decisions/email-confirmation.md. */
function SignInFirst({ token }: { token: string }) {
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Confirm your email address</h2>
        <p className="mt-1 text-muted">Please sign in to your account first.</p>
      </div>
      <LinkButton size="lg" wide render={<Link to="/auth" state={{ next: `/confirm-address#${token}` }} />}>
        Sign in
      </LinkButton>
      <p className="text-sm text-muted">
        Did somebody else register with your address?{' '}
        <Link to="/forgot-password" className="text-accent underline underline-offset-4">
          Choose a password
        </Link>{' '}
        to take the account over.
      </p>
    </div>
  )
}

function NoToken() {
  const { user } = useAuth()
  return (
    <>
      <h2 className="text-2xl">This link is not complete</h2>
      <p className="mt-1 text-muted">Please open the whole link of the mail.</p>
      {user && !user.email_confirmed && (
        <p className="mt-4 text-muted">You can also ask for a new mail at the top of any page of the community.</p>
      )}
    </>
  )
}
