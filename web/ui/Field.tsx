import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { tooLong } from '../../contract/text.ts'
import './before-submit.ts'
import { FieldContext } from './field-context.ts'
import { Announcement, Counter } from './TextLimit.tsx'
import { useFreshError } from './use-fresh-error.ts'

export type FieldProps = {
  label: ReactNode
  required?: boolean
  hint?: ReactNode
  /** Shown until the field is changed, because it refers to the old value. */
  error?: string | false
  /** The label is only for screen readers, such as that of a filter in a row of filters. */
  labelHidden?: boolean
  /** At the end of the label's line, such as a 'Forgot password?' link. */
  aside?: ReactNode
}

/** Maximum number of characters. A longer text can be typed, but shows an error and is not submitted (before-submit.ts). */
export type Limit = { limit?: number }

/** Splits the props of a control with its field: those of the Field, and those of the control. */
export function splitProps<Control extends object>(props: FieldProps & Limit & Control): [FieldProps & Limit, Control] {
  const { label, labelHidden, required, hint, error, aside, limit, ...control } = props
  return [{ label, labelHidden, required, hint, error, aside, limit }, control as unknown as Control]
}

type Props = FieldProps &
  Limit & {
    /** The control consists of several elements (stars, radios), which the label names as a group. */
    group?: boolean
    /** The value of the control as text; of an uncontrolled input, its initial value. */
    text?: string
    isControlled?: boolean
    /** An error in what the control shows now, such as text that is not a choice. Like a text over its limit, it is not submitted. */
    unsendable?: string | false
    /** The length includes leading and trailing spaces. */
    isSecret?: boolean
    children: ReactNode
  }

/** Label, hint and error around one control. */
export function Field({
  label,
  labelHidden = false,
  required = false,
  hint,
  error,
  aside,
  group = false,
  text: givenText = '',
  isControlled = true,
  limit = Number.POSITIVE_INFINITY,
  unsendable,
  isSecret = false,
  children,
}: Props) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [typedText, setTypedText] = useState(givenText)
  const text = isControlled ? givenText : typedText
  const countedText = isSecret ? text : text.trim()
  const freshError = useFreshError(error, text, frame)
  const excess = tooLong(countedText, limit)
  const wrong = excess ?? (unsendable || undefined)
  const shownError = wrong ?? freshError
  const labelId = `${id}-label`
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = shownError ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  const Label = group ? 'span' : 'label'
  const onInput = ({ target }: FormEvent) => setTypedText((target as HTMLInputElement).value)
  return (
    <FieldContext value={{ id, labelId, describedBy, invalid: Boolean(shownError), required }}>
      <div
        ref={frame}
        data-problem={shownError && ''}
        data-unsendable={wrong && ''}
        onInput={isControlled ? undefined : onInput}
        className="relative flex min-w-0 flex-col gap-1.5"
      >
        <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
          <span className="text-sm font-medium">
            <Label id={labelId} {...(!group && { htmlFor: id })}>
              {label}
            </Label>
            {/* Outside the label element, so that the accessible name is only the label. */}
            {required && (
              <span aria-hidden="true" className="ml-1 text-error">
                *
              </span>
            )}
          </span>
        </div>
        {children}
        {/* After the control in the DOM, so that Tab reaches the control first. */}
        {aside && !labelHidden && <span className="absolute top-0 right-0 text-sm">{aside}</span>}
        <div className="flex justify-between gap-3 text-sm empty:hidden">
          {(shownError || hint) && (
            <div className="flex min-w-0 flex-col gap-1.5">
              {shownError && (
                <p id={errorId} className="text-error">
                  {shownError}
                </p>
              )}
              {hint && (
                <p id={hintId} className="text-muted">
                  {hint}
                </p>
              )}
            </div>
          )}
          <Counter count={countedText.length} limit={limit} />
        </div>
        <Announcement count={countedText.length} limit={limit} excess={excess} />
      </div>
    </FieldContext>
  )
}
