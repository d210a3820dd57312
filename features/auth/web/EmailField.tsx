import { accountLimits } from '../../../contract/account.ts'
import type { useForm } from '../../../web/form/use-form.ts'
import { TextField } from '../../../web/ui/TextField.tsx'

/** The address of the account. What is typed stays when the member changes between signing in and registering. */
export const EmailField = ({
  email,
  onEmail,
  ...field
}: { email?: string; onEmail?: (email: string) => void } & ReturnType<ReturnType<typeof useForm>['field']>) => (
  <TextField
    label="Email"
    limit={accountLimits.email}
    type="email"
    autoComplete="username"
    defaultValue={email}
    {...field}
    onChange={event => onEmail?.(event.target.value)}
  />
)
