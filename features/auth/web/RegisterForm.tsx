import { accountLimits } from '../../../contract/account.ts'
import { allFilled, passwordsMatch } from '../../../web/form/checks.ts'
import { useSubmit } from '../../../web/form/submit.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { PasswordField } from '../../../web/ui/PasswordField.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { toast } from '../../../web/ui/toast.ts'
import { inSpecifiedWords } from './failures.ts'

type Name = 'email' | 'username' | 'password' | 'confirm'

export function RegisterForm({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const { signUp } = useAuth()
  const { busy, fields, onSubmit } = useSubmit<Name>(
    'Registration failed',
    async (values, form) => {
      if (!allFilled(form) || !passwordsMatch(values, form)) return
      const { email, password, username } = values
      await signUp({ email, password, options: { data: { username } } }).catch(
        inSpecifiedWords('Registration failed. No user was created.'),
      )
      toast.success('Registration successful', 'Welcome to the community!')
    },
    { always: true },
  )
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <TextField
        label="Email"
        name="email"
        limit={accountLimits.email}
        type="email"
        autoComplete="username"
        defaultValue={email}
        onChange={event => onEmail(event.target.value)}
        error={fields.email}
      />
      <TextField
        label="Full Name"
        name="username"
        limit={accountLimits.username}
        autoComplete="name"
        error={fields['options.data.username']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={fields.password ? undefined : 'At least 8 characters.'}
        error={fields.password}
      />
      <PasswordField label="Confirm Password" name="confirm" autoComplete="new-password" />
      <Button type="submit" size="lg" wide busy={busy} busyText="Creating account...">
        Create Account
      </Button>
    </form>
  )
}
