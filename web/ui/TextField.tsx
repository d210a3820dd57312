import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { textOf, useFieldControl } from './field-context.ts'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'required' | 'id' | 'maxLength'>

function Input(props: InputProps) {
  return <input dir="auto" {...useFieldControl()} {...props} className="control" />
}

/** One line of text with its label. `required` only marks the field; the form validates it. */
export function TextField({
  label,
  required,
  hint,
  error,
  aside,
  limit,
  ...input
}: FieldProps & InputProps & { limit?: number }) {
  return (
    <Field label={label} required={required} hint={hint} error={error} aside={aside} limit={limit} {...textOf(input)}>
      <Input {...input} />
    </Field>
  )
}
