import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type CheckboxProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** While a change is being saved: a press does nothing, and the focus stays. */
  busy?: boolean
}

export function Checkbox(props: CheckboxProps) {
  return (
    <Labelled {...props} look="size-[18px] rounded-[5px] bg-surface aria-invalid:border-error">
      <Check
        aria-hidden
        size={14}
        strokeWidth={3}
        className="pointer-events-none absolute top-0.5 left-0.5 text-on-accent opacity-0 peer-checked:opacity-100"
      />
    </Labelled>
  )
}

/** A setting that takes effect immediately. */
export function Switch(props: Omit<CheckboxProps, 'error'>) {
  return (
    <Labelled {...props} role="switch" labelLook="font-medium" look="h-5 w-9 rounded-full bg-sunken">
      <span className="pointer-events-none absolute top-[3px] left-[3px] size-3.5 rounded-full bg-edge transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent" />
    </Labelled>
  )
}

type LabelledProps = CheckboxProps &
  Pick<ComponentProps<'input'>, 'role' | 'children'> & { look: string; labelLook?: string }

/** A native checkbox with a custom mark, its label and its hint or error. */
function Labelled({ label, hint, error, onChange, busy, look, labelLook, children, ...input }: LabelledProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <label className="touchable flex w-fit items-start gap-3 has-disabled:opacity-60">
      <span className="relative mt-0.5 shrink-0">
        <input
          type="checkbox"
          {...input}
          aria-invalid={error ? true : undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={note ? id : undefined}
          aria-disabled={busy || undefined}
          onChange={event => !busy && onChange(event.target.checked)}
          className={cx(
            'peer block appearance-none border border-edge transition-colors checked:border-accent checked:bg-accent',
            look,
          )}
        />
        {children}
      </span>
      <span className="min-w-0 text-sm wrap-anywhere">
        <span id={`${id}-label`} className={labelLook}>
          {label}
        </span>
        {note && (
          <span id={id} className={error ? 'block text-error' : 'block text-muted'}>
            {note}
          </span>
        )}
      </span>
    </label>
  )
}
