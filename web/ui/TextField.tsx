import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { useFieldControl } from './field-context.ts'

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'required' | 'id'>

function Input(props: InputProps) {
  return <input {...useFieldControl()} {...props} className="control" />
}

/** One line of text with its label. `required` marks the field; the form itself decides what to say when it is empty. */
export function TextField({ label, required, hint, error, aside, ...input }: FieldProps & InputProps) {
  return (
    <Field label={label} required={required} hint={hint} error={error} aside={aside}>
      <Input {...input} />
    </Field>
  )
}
