import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { api } from '../../../web/api/call.ts'
import { useHash } from '../../../web/app/use-hash.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { CheckedLink, DeadLink, IncompleteLink, LinkDone } from '../../../web/shell/CheckedLink.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { confirmNewEmail } from '../contract.ts'

/** Opened by the link in the mail; the URL fragment is the token. */
export default function ConfirmEmailPage() {
  const { user } = useAuth()
  const token = useHash()
  return (
    <AuthLayout
      communityName={community.name}
      footer={
        <Link to={user ? '/settings' : '/auth'} className="touchable text-accent underline-offset-4 hover:underline">
          {user ? 'Back to settings' : 'Back to sign in'}
        </Link>
      }
    >
      {token ? (
        <CheckedLink key={token} purpose="confirm-email" token={token} otherwise={<ExpiredLink />}>
          <ConfirmStep token={token} />
        </CheckedLink>
      ) : (
        <IncompleteLink text="Please open the whole link of the mail, or ask for a new one in your settings." />
      )}
    </AuthLayout>
  )
}

function ConfirmStep({ token }: { token: string }) {
  const [email, setEmail] = useState<string>()
  return email ? <Confirmed email={email} /> : <ConfirmForm token={token} onConfirmed={setEmail} />
}

const UNSURE = 'Please reload this page: if the link no longer works, it was.'

/** A button, because mail scanners open links, and a link works only once. */
function ConfirmForm({ token, onConfirmed }: { token: string; onConfirmed: (email: string) => void }) {
  const { askInAllTabs } = useAuth()
  const form = useForm({
    send: async () => {
      const { email } = await api(confirmNewEmail, { token })
      // The member signed in here, in any tab, may be the one whose address changed.
      await askInAllTabs()
      return email
    },
    failure: 'The email was not changed',
    unsure: {
      title: 'We could not tell whether the email was changed',
      text: UNSURE,
      look: (now, before) => {
        if (!now.user || now.user.email === before.user?.email) return UNSURE
        void askInAllTabs()
        onConfirmed(now.user.email)
      },
    },
    onSaved: onConfirmed,
  })
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Confirm your new email</h2>
        <p className="mt-1 text-muted">From then on you sign in with the address that this link was sent to.</p>
      </div>
      <Button type="submit" size="lg" wide busy={form.busy} busyText="Confirming...">
        Confirm email
      </Button>
    </form>
  )
}

const Confirmed = ({ email }: { email: string }) => (
  <LinkDone title="Your email is changed">
    You now sign in with <span className="wrap-anywhere text-ink">{email}</span>. Every other browser has been signed
    out.
  </LinkDone>
)

const ExpiredLink = () => (
  <DeadLink text="It has expired, was used already, or is not complete. You can ask for a new one in your settings.">
    <LinkButton size="lg" wide render={<Link to="/settings" />}>
      Go to settings
    </LinkButton>
  </DeadLink>
)
