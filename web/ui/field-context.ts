import { createContext, use } from 'react'

export type FieldParts = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldParts | null>(null)

/** What a control inside a Field wears so that its label, hint and error belong to it. Empty outside a Field. */
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

type Held = { value?: unknown; defaultValue?: unknown }

/** For Field: what an input holds. */
export const textOf = ({ value, defaultValue }: Held) => ({
  text: String(value ?? defaultValue ?? ''),
  isControlled: value !== undefined,
})
