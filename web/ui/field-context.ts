import { createContext, use } from 'react'

type FieldParts = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldParts | null>(null)

/** Attributes that connect a control with the label, hint and error of its Field. Empty outside a Field. */
export function useFieldControl() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

type InputValue = { value?: unknown; defaultValue?: unknown }

/** Props for Field: the value of an input as text. */
export const textOf = ({ value, defaultValue }: InputValue) => ({
  text: String(value ?? defaultValue ?? ''),
  isControlled: value !== undefined,
})
