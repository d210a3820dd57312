import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { checkFilled } from '../../../web/form/checks.ts'
import { useFirstField } from '../../../web/form/first-field.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { PasswordField } from '../../../web/ui/PasswordField.tsx'
import { EmailField } from './EmailField.tsx'
import { inSpecifiedWords } from './failures.ts'

/** Email and password. On success, the page redirects. */
export function LoginForm({ email = '', onEmail }: { email?: string; onEmail?: (email: string) => void }) {
  const { signIn } = useAuth()
  const [typedEmail, setTypedEmail] = useState(email)
  const element = useFirstField()
  const form = useForm({
    check: checkFilled,
    send: (values: { email: string; password: string }) =>
      signIn(values).catch(inSpecifiedWords('Login failed. No user returned.')),
    // With a second factor, the sign-in is not complete yet.
    success: ({ status }) => (status === 'signed_in' ? ['Login successful', 'Welcome back!'] : undefined),
    failure: 'Login failed',
  })
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <EmailField
        email={email}
        onEmail={(text: string) => {
          setTypedEmail(text)
          onEmail?.(text)
        }}
        {...form.field('email')}
      />
      <PasswordField
        label="Password"
        {...form.field('password')}
        autoComplete="current-password"
        aside={
          <Link
            to="/forgot-password"
            state={{ email: typedEmail }}
            className="touchable text-accent underline-offset-4 hover:underline"
          >
            Forgot password?
          </Link>
        }
      />
      <Button type="submit" size="lg" wide busy={form.busy} busyText="Logging in...">
        Login
      </Button>
    </form>
  )
}
