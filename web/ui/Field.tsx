import { type ReactNode, useId } from 'react'
import { FieldContext } from './field-context.ts'

export type FieldProps = {
  label: ReactNode
  required?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** Read aloud but not shown, where the place makes it plain, such as a filter in a row of filters. */
  labelHidden?: boolean
  /** At the end of the label's line, such as a 'Forgot password?' link. */
  aside?: ReactNode
}

/** Label, hint and error around one control. `group`: the control is several elements (stars, radios), named by the label. */
export function Field({
  label,
  labelHidden = false,
  required = false,
  hint,
  error,
  aside,
  group = false,
  children,
}: FieldProps & { group?: boolean; children: ReactNode }) {
  const id = useId()
  const labelId = `${id}-label`
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  const Label = group ? 'span' : 'label'
  return (
    <FieldContext value={{ id, labelId, describedBy, invalid: Boolean(error), required }}>
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
          <span className="text-sm font-medium">
            <Label id={labelId} {...(!group && { htmlFor: id })}>
              {label}
            </Label>
            {/* Beside the label, so that the field's name is its label and nothing more. */}
            {required && (
              <span aria-hidden="true" className="ml-1 text-error">
                *
              </span>
            )}
          </span>
          {aside && <span className="text-sm">{aside}</span>}
        </div>
        {children}
        {error && (
          <p id={errorId} className="text-sm text-error">
            {error}
          </p>
        )}
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}
