import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type CheckboxProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
}

export function Checkbox({ label, hint, error, checked, onChange, disabled, name }: CheckboxProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <label className="flex w-fit items-start gap-3 has-disabled:opacity-60">
      <span className="relative mt-0.5 shrink-0">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={note ? id : undefined}
          onChange={event => onChange(event.target.checked)}
          className="peer block size-[18px] appearance-none rounded-[5px] border border-edge bg-surface transition-colors checked:border-accent checked:bg-accent aria-invalid:border-error"
        />
        <Check
          aria-hidden
          size={14}
          strokeWidth={3}
          className="pointer-events-none absolute top-0.5 left-0.5 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="text-sm">
        <span id={`${id}-label`}>{label}</span>
        {note && (
          <span id={id} className={error ? 'block text-error' : 'block text-muted'}>
            {note}
          </span>
        )}
      </span>
    </label>
  )
}
