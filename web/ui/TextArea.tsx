import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { useFieldControl } from './field-context.ts'

type AreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'required' | 'id'>

function Area(props: AreaProps) {
  return <textarea {...useFieldControl()} {...props} className="control block resize-y py-2" />
}

export function TextArea({ label, required, hint, error, aside, rows = 4, ...area }: FieldProps & AreaProps) {
  return (
    <Field label={label} required={required} hint={hint} error={error} aside={aside}>
      <Area rows={rows} {...area} />
    </Field>
  )
}
