import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { accountLimits } from '../../contract/account.ts'
import { Field, type FieldProps, splitProps } from './Field.tsx'
import { textOf, useFieldControl } from './field-context.ts'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'required' | 'id' | 'type' | 'maxLength'>

function Password(props: InputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...useFieldControl()}
        {...props}
        type={shown ? 'text' : 'password'}
        className="control pr-11"
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        disabled={props.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1 right-1 grid w-9 pointer-coarse:inset-y-0 pointer-coarse:right-0 pointer-coarse:w-11 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon aria-hidden size={18} />
      </button>
    </div>
  )
}

export function PasswordField(props: FieldProps & InputProps) {
  const [field, input] = splitProps<InputProps>(props)
  return (
    <Field {...field} limit={accountLimits.password} isSecret {...textOf(input)}>
      <Password {...input} />
    </Field>
  )
}
