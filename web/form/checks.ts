import type { Problem } from './use-form.ts'

/** For a form in which every field is required. */
export function checkFilled(values: object): Problem | undefined {
  const empty = Object.entries(values).find(([, text]) => text.trim() === '')
  return empty && { toast: ['Missing fields', 'Please fill in all fields.'], focus: empty[0] }
}

const PASSWORDS_DIFFER = "Passwords don't match"

export type PasswordTwice = { password: string; confirm: string }

/** Every field is required, and both passwords must be equal. */
export const checkNewPassword = (values: PasswordTwice): Problem | undefined =>
  checkFilled(values) ??
  (values.password === values.confirm
    ? undefined
    : {
        toast: [PASSWORDS_DIFFER, 'Please ensure your passwords match.'],
        fields: { confirm: PASSWORDS_DIFFER },
        focus: 'confirm',
      })
