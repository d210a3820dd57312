import type { ComponentProps } from 'react'
import { Field, type FieldProps, type Limit, splitProps } from './Field.tsx'
import { textOf, useFieldControl } from './field-context.ts'

type AreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'required' | 'id' | 'maxLength'>

/** The textarea without a Field, for a Field that sometimes shows something else instead, such as a preview. */
export function Area(props: AreaProps) {
  return <textarea dir="auto" {...useFieldControl()} {...props} className="control block resize-y py-2" />
}

export function TextArea(props: FieldProps & Limit & AreaProps) {
  const [field, area] = splitProps<AreaProps>(props)
  return (
    <Field {...field} {...textOf(area)}>
      <Area rows={4} {...area} />
    </Field>
  )
}
