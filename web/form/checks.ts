import type { Problem } from './use-form.ts'

/** Of a form that must be filled in as a whole. */
export function filled(values: object): Problem | undefined {
  const empty = Object.entries(values).find(([, text]) => text.trim() === '')
  return empty && { toast: ['Missing fields', 'Please fill in all fields.'], focus: empty[0] }
}

export type PasswordTwice = { password: string; confirm: string }

/** The same, with a new password that is typed twice. */
export const filledTwice = (values: PasswordTwice): Problem | undefined =>
  filled(values) ??
  (values.password === values.confirm
    ? undefined
    : { toast: ["Passwords don't match", 'Please ensure your passwords match.'], focus: 'confirm' })
