import { accountLimits } from '../../../contract/account.ts'
import { checkNewPassword, type PasswordTwice } from '../../../web/form/checks.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { PasswordField } from '../../../web/ui/PasswordField.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { EmailField } from './EmailField.tsx'
import { inSpecifiedWords } from './failures.ts'

type Values = PasswordTwice & { email: string; username: string }

type Props = { email: string; onEmail: (email: string) => void; name: string; onName: (name: string) => void }

export function RegisterForm({ email, onEmail, name, onName }: Props) {
  const { signUp } = useAuth()
  const form = useForm({
    check: checkNewPassword,
    send: ({ email, password, username }: Values) =>
      signUp({ email, password, options: { data: { username } } }).catch(
        inSpecifiedWords('Registration failed. No user was created.'),
      ),
    success: ['Registration successful', 'Welcome to the community!'],
    failure: 'Registration failed',
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <EmailField email={email} onEmail={onEmail} {...form.field('email')} />
      <TextField
        label="Full Name"
        {...form.field('username')}
        limit={accountLimits.username}
        autoComplete="name"
        defaultValue={name}
        onChange={event => onName(event.target.value)}
        error={form.fields['options.data.username']}
      />
      <PasswordField
        label="Password"
        {...form.field('password')}
        autoComplete="new-password"
        hint={form.fields.password ? undefined : 'At least 8 characters.'}
      />
      <PasswordField label="Confirm Password" {...form.field('confirm')} autoComplete="new-password" />
      <Button type="submit" size="lg" wide busy={form.busy} busyText="Creating account...">
        Create Account
      </Button>
    </form>
  )
}
