import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { textOf, useFieldControl } from './field-context.ts'

type AreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'required' | 'id' | 'maxLength'>

/** The textarea without a Field, for a Field that sometimes shows something else instead, such as a preview. */
export function Area(props: AreaProps) {
  return <textarea dir="auto" {...useFieldControl()} {...props} className="control block resize-y py-2" />
}

export function TextArea({
  label,
  required,
  hint,
  error,
  aside,
  limit,
  rows = 4,
  ...area
}: FieldProps & AreaProps & { limit?: number }) {
  return (
    <Field label={label} required={required} hint={hint} error={error} aside={aside} limit={limit} {...textOf(area)}>
      <Area rows={rows} {...area} />
    </Field>
  )
}
