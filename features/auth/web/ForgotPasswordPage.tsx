import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { accountLimits } from '../../../contract/account.ts'
import { community } from '../../../web/api/boot.ts'
import { api } from '../../../web/api/call.ts'
import { checkFilled } from '../../../web/form/checks.ts'
import { focusOnMount, useFirstField } from '../../../web/form/first-field.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { forgotPassword } from '../contract.ts'
import { BackToSignIn } from './BackToSignIn.tsx'

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <AuthLayout communityName={community.name} footer={<BackToSignIn />}>
      {sentTo ? <LinkSent to={sentTo} /> : <EmailForm onSent={setSentTo} />}
    </AuthLayout>
  )
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const element = useFirstField()
  // What was typed on the sign-in page.
  const typed = useLocation({ select: ({ state }) => state.email })
  const form = useForm({
    check: checkFilled,
    send: async ({ email }: { email: string }) => {
      await api(forgotPassword, { email })
      return email
    },
    failure: 'The mail was not sent',
    noToastIfShownByField: true,
    onSaved: onSent,
  })
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Forgot your password?</h2>
        <p className="mt-1 text-muted">
          {community.sends_mail
            ? 'Tell us your email, and we send you a link to choose a new one.'
            : 'Tell us your email. This server sends no mail: whoever runs it gets the link to choose a new one, and can pass it on to you.'}
        </p>
      </div>
      <TextField
        label="Email"
        limit={accountLimits.email}
        type="email"
        autoComplete="username"
        defaultValue={typed}
        {...form.field('email')}
      />
      <Button type="submit" size="lg" wide busy={form.busy} busyText="Sending...">
        {community.sends_mail ? 'Send link' : 'Request link'}
      </Button>
    </form>
  )
}

function LinkSent({ to }: { to: string }) {
  return (
    <div role="status">
      {/* Replaces the form that had the focus. */}
      <h2 ref={focusOnMount} tabIndex={-1} className="text-2xl outline-none">
        {community.sends_mail ? 'Look into your mail' : 'Ask for your link'}
      </h2>
      <p className="mt-1 text-muted">
        If there is an account for <span className="wrap-anywhere text-ink">{to}</span>,{' '}
        {community.sends_mail
          ? 'a link is on its way. It works for 30 minutes.'
          : `there is a link now. This server sends no mail: ask whoever runs ${community.name} for it. It works for 30 minutes.`}
      </p>
    </div>
  )
}
