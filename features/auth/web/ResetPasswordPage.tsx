import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { api } from '../../../web/api/call.ts'
import { useHash } from '../../../web/app/use-hash.ts'
import { checkNewPassword, type PasswordTwice } from '../../../web/form/checks.ts'
import { focusOnMount, useFirstField } from '../../../web/form/first-field.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { CheckedLink, DeadLink, IncompleteLink } from '../../../web/shell/CheckedLink.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { PasswordField } from '../../../web/ui/PasswordField.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { resetPassword } from '../contract.ts'
import { BackToSignIn } from './BackToSignIn.tsx'

/** Opened by the link in the mail; the URL fragment is the token. */
export default function ResetPasswordPage() {
  const token = useHash()
  return (
    <AuthLayout communityName={community.name} footer={<BackToSignIn />}>
      {token ? (
        <CheckedLink key={token} purpose="reset-password" token={token} otherwise={<ExpiredLink />}>
          <NewPassword token={token} />
        </CheckedLink>
      ) : (
        <NoToken />
      )}
    </AuthLayout>
  )
}

function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const { askAfterReset } = useAuth()
  const element = useFirstField()
  const [isWithoutFactor, setWithoutFactor] = useState(false)
  const form = useForm({
    check: checkNewPassword,
    send: async ({ password }: PasswordTwice) => {
      const answer = await api(resetPassword, { token, password })
      // The reset ended all sessions of the account, possibly this browser's.
      await askAfterReset()
      if (answer?.two_factor_removed) return setWithoutFactor(true)
      toast.success('Password changed', 'Please sign in with your new password.')
      await navigate({ to: '/auth', replace: true })
    },
    failure: 'The password was not changed',
    noToastIfShownByField: true,
    unsure: {
      title: 'We could not tell whether the password was changed',
      text: 'Please try to sign in with the new password. If that fails, open the link of the mail again.',
    },
  })
  if (isWithoutFactor) return <ChangedWithoutFactor />
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <h2 className="text-2xl">Choose a new password</h2>
      <PasswordField
        label="New Password"
        {...form.field('password')}
        autoComplete="new-password"
        hint={form.fields.password ? undefined : 'At least 8 characters.'}
      />
      <PasswordField label="Confirm Password" {...form.field('confirm')} autoComplete="new-password" />
      <Button type="submit" size="lg" wide busy={form.busy} busyText="Saving...">
        Set new password
      </Button>
    </form>
  )
}

/** Not a toast, which could disappear before it is read. */
const ChangedWithoutFactor = () => (
  <div className="flex flex-col gap-5">
    <div role="status">
      {/* Replaces the form that had the focus. */}
      <h2 ref={focusOnMount} tabIndex={-1} className="text-2xl outline-none">
        Password changed
      </h2>
      <p className="mt-1 text-muted">
        Two-factor authentication was turned off, because the email address of this account had never been confirmed.
        After you sign in, you can turn it on again in Settings.
      </p>
    </div>
    <LinkButton size="lg" wide render={<Link to="/auth" replace />}>
      Sign in
    </LinkButton>
  </div>
)

const ExpiredLink = () => (
  <DeadLink text="It has expired, was used already, or is not complete.">
    <NewLinkButton />
  </DeadLink>
)

const NewLinkButton = () => (
  <LinkButton size="lg" wide render={<Link to="/forgot-password" />}>
    Ask for a new link
  </LinkButton>
)

const NoToken = () => (
  <div className="flex flex-col gap-5">
    <div>
      <IncompleteLink text="Please open the whole link of the mail, or ask for a new one." />
    </div>
    <NewLinkButton />
  </div>
)
