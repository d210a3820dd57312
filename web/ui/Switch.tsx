import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
}

/** On or off, at once. */
export function Switch({ label, hint, checked, onChange, disabled, name }: SwitchProps) {
  const id = useId()
  return (
    <label className="flex w-fit items-start gap-3 has-disabled:opacity-60">
      <span className="relative mt-0.5 shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox itself says whether it is on
          role="switch"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? id : undefined}
          aria-labelledby={`${id}-label`}
          onChange={event => onChange(event.target.checked)}
          className="peer block h-5 w-9 appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-accent checked:bg-accent"
        />
        <span className="pointer-events-none absolute top-[3px] left-[3px] size-3.5 rounded-full bg-edge transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent" />
      </span>
      <span className="text-sm">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {hint && (
          <span id={id} className="block text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
