import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { ApiError } from '../../../web/api/call.ts'
import { useSend } from '../../../web/api/send.ts'
import { useHash } from '../../../web/app/use-hash.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { CheckedLink, DeadLink, IncompleteLink, LinkDone } from '../../../web/shell/CheckedLink.tsx'
import { useSendConfirmation } from '../../../web/shell/ConfirmAddressNotice.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { confirmAddress } from '../contract.ts'
import { BackToSignIn } from './BackToSignIn.tsx'

/** Opened by the link in the mail; the URL fragment is the token. */
export default function ConfirmAddressPage() {
  const { status } = useAuth()
  const token = useHash()
  const isSignedIn = status === 'signed_in'
  return (
    <AuthLayout communityName={community.name} footer={isSignedIn ? <ToTheCommunity /> : <BackToSignIn />}>
      {!token ? (
        <NoToken />
      ) : (
        status !== 'loading' && (
          <CheckedLink key={token} purpose="confirm-address" token={token} otherwise={<ExpiredLink />}>
            {isSignedIn ? <ConfirmStep token={token} /> : <SignInFirst token={token} />}
          </CheckedLink>
        )
      )}
    </AuthLayout>
  )
}

const ToTheCommunity = () => (
  <Link to="/" className="touchable text-accent underline-offset-4 hover:underline">
    Back to the community
  </Link>
)

type Outcome = { confirmed: string } | { refused: string }

function ConfirmStep({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>()
  if (!outcome) return <ConfirmButton token={token} onDone={setOutcome} />
  return 'confirmed' in outcome ? <Confirmed email={outcome.confirmed} /> : <Refused message={outcome.refused} />
}

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 400

/** A button, because mail scanners open links, and a link works only once. */
function ConfirmButton({ token, onDone }: { token: string; onDone: (outcome: Outcome) => void }) {
  const { user, take, askInAllTabs } = useAuth()
  const { send, busy } = useSend(confirmAddress, {
    // Other failures than a refused link may be temporary: the button stays.
    failure: error => (isRefusal(error) ? undefined : 'The address was not confirmed'),
    unsure: {
      title: 'We could not tell whether the address was confirmed',
      text: 'Please check your connection and try again.',
      look: ({ user }) => {
        if (!user) return 'You were signed out. Please sign in again to see.'
        if (!user.email_confirmed) return 'So far it was not. Please try again.'
        void askInAllTabs()
        onDone({ confirmed: user.email })
      },
    },
    onFailure: error => {
      if (isRefusal(error)) onDone({ refused: error.message })
    },
    onSuccess: identity => {
      // Also updates the other tabs.
      take(identity)
      onDone({ confirmed: identity.user?.email ?? '' })
    },
  })
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Confirm your email address</h2>
        <p className="mt-1 text-muted">
          You are signed in as <span className="wrap-anywhere text-ink">{user?.email}</span>.
        </p>
      </div>
      <Button size="lg" wide busy={busy} busyText="Confirming..." onClick={() => void send({ token })}>
        Confirm address
      </Button>
    </div>
  )
}

const Confirmed = ({ email }: { email: string }) => (
  <LinkDone title="Your address is confirmed">
    Thank you. Mails about your account go to <span className="wrap-anywhere text-ink">{email}</span>.
  </LinkDone>
)

function Refused({ message }: { message: string }) {
  return (
    <div className="flex flex-col gap-5">
      <div role="alert">
        <h2 className="text-2xl">The address was not confirmed</h2>
        <p className="mt-1 text-muted">{message}</p>
      </div>
      <NewLink />
    </div>
  )
}

function NewLink() {
  const { user } = useAuth()
  const { busy, send } = useSendConfirmation(user?.email ?? '')
  if (!user || user.email_confirmed) return null
  return (
    <Button size="lg" wide busy={busy} busyText="Sending..." onClick={send}>
      Send a new link
    </Button>
  )
}

function ExpiredLink() {
  const { user } = useAuth()
  if (user?.email_confirmed)
    return <DeadLink text="It has expired or was used already. The email address of your account is confirmed." />
  if (user)
    return (
      <DeadLink text="It has expired, was used already, or we sent you a newer one.">
        <NewLink />
      </DeadLink>
    )
  return (
    <DeadLink text="It has expired or was used already. Once you are signed in, you can ask for a new one.">
      <LinkButton size="lg" wide render={<Link to="/auth" />}>
        Sign in
      </LinkButton>
    </DeadLink>
  )
}

/** Only a session of the account can confirm the address: see docs/decisions/email-confirmation.md. */
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
      <IncompleteLink text="Please open the whole link of the mail." />
      {user && !user.email_confirmed && (
        <p className="mt-4 text-muted">You can also ask for a new mail at the top of any page of the community.</p>
      )}
    </>
  )
}
