import { Link } from '@tanstack/react-router'
import { accountLimits } from '../../../contract/account.ts'
import { allFilled } from '../../../web/form/checks.ts'
import { useFirstField } from '../../../web/form/first-field.ts'
import { useSubmit } from '../../../web/form/submit.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { PasswordField } from '../../../web/ui/PasswordField.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { inSpecifiedWords } from './failures.ts'

/** Email and password. Once it has succeeded, the page around it leads on. */
export function LoginForm({ email, onEmail }: { email?: string; onEmail?: (email: string) => void }) {
  const { signIn } = useAuth()
  const form = useFirstField()
  const { busy, fields, onSubmit } = useSubmit<'email' | 'password'>(
    'Login failed',
    async (values, form) => {
      if (!allFilled(form)) return
      const { status } = await signIn(values).catch(inSpecifiedWords('Login failed. No user returned.'))
      // With a second factor this was half of it.
      if (status === 'signed_in') toast.success('Login successful', 'Welcome back!')
    },
    { always: true },
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <TextField
        label="Email"
        name="email"
        limit={accountLimits.email}
        type="email"
        autoComplete="username"
        defaultValue={email}
        onChange={event => onEmail?.(event.target.value)}
        error={fields.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        aside={
          <Link to="/forgot-password" className="text-accent underline-offset-4 hover:underline">
            Forgot password?
          </Link>
        }
        error={fields.password}
      />
      <Button type="submit" size="lg" wide busy={busy} busyText="Logging in...">
        Login
      </Button>
    </form>
  )
}
