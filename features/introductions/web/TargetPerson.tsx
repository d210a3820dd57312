import { TextField } from '../../../web/ui/TextField.tsx'
import type { Values } from './values.ts'

/** Whom to meet: any name, or a member's. */
export function TargetPerson({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (change: Partial<Values>) => void
}) {
  return (
    <TextField
      label="Target Person"
      name="target_person"
      autoComplete="off"
      hint="Optional. A member, or anybody else."
      value={value}
      error={error}
      onChange={event => onChange({ target_person: event.target.value })}
    />
  )
}
