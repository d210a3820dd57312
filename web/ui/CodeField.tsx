import type { ComponentProps } from 'react'
import { TextField } from './TextField.tsx'

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'aside' | 'hint' | 'error' | 'limit'>

/** A one-time code of six digits. Phones and password managers offer to fill it in. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField {...props} inputMode="numeric" autoComplete="one-time-code" placeholder="123456" spellCheck={false} />
  )
}
