import type { ComponentProps } from 'react'
import { Field, type FieldProps, type Limit, splitProps } from './Field.tsx'
import { textOf, useFieldControl } from './field-context.ts'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'required' | 'id' | 'maxLength'>

function Input(props: InputProps) {
  return <input dir="auto" {...useFieldControl()} {...props} className="control" />
}

/** One line of text with its label. `required` only marks the field; the form validates it. */
export function TextField(props: FieldProps & Limit & InputProps) {
  const [field, input] = splitProps<InputProps>(props)
  return (
    <Field {...field} {...textOf(input)}>
      <Input {...input} />
    </Field>
  )
}
