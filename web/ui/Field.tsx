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
  /** Shown until the field is changed: it is about what was in it. */
  error?: string | false
  /** Read aloud but not shown, where the place makes it plain, such as a filter in a row of filters. */
  labelHidden?: boolean
  /** At the end of the label's line, such as a 'Forgot password?' link. */
  aside?: ReactNode
}

type Props = FieldProps & {
  /** The control is several elements (stars, radios), named by the label. */
  group?: boolean
  /** What the control holds, as text. Of a control that keeps it to itself this is what it begins with. */
  text?: string
  isControlled?: boolean
  /** How many characters the text may have. More can be typed, is said to be too much, and is not sent (see before-submit.ts). */
  limit?: number
  /** The text counts as it is, with the blanks around it. */
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
  text: given = '',
  isControlled = true,
  limit = Number.POSITIVE_INFINITY,
  isSecret = false,
  children,
}: Props) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(given)
  const text = isControlled ? given : typed
  const counted = isSecret ? text : text.trim()
  const freshError = useFreshError(error, text, frame)
  const excess = tooLong(counted, limit)
  const shown = excess ?? freshError
  const labelId = `${id}-label`
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = shown ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  const Label = group ? 'span' : 'label'
  const onInput = ({ target }: FormEvent) => setTyped((target as HTMLInputElement).value)
  return (
    <FieldContext value={{ id, labelId, describedBy, invalid: Boolean(shown), required }}>
      <div
        ref={frame}
        data-problem={shown && ''}
        data-too-long={excess && ''}
        onInput={isControlled ? undefined : onInput}
        className="relative flex min-w-0 flex-col gap-1.5"
      >
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
        </div>
        {children}
        {/* After the control, so that Tab comes from one field to the next. */}
        {aside && !labelHidden && <span className="absolute top-0 right-0 text-sm">{aside}</span>}
        <div className="flex justify-between gap-3 text-sm empty:hidden">
          {(shown || hint) && (
            <div className="flex min-w-0 flex-col gap-1.5">
              {shown && (
                <p id={errorId} className="text-error">
                  {shown}
                </p>
              )}
              {hint && (
                <p id={hintId} className="text-muted">
                  {hint}
                </p>
              )}
            </div>
          )}
          <Counter count={counted.length} limit={limit} />
        </div>
        <Announcement count={counted.length} limit={limit} excess={excess} />
      </div>
    </FieldContext>
  )
}
