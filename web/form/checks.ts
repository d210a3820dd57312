import { toast } from '../ui/toast.ts'

/** Whether every named field has something in it; if not, says so and goes to the first empty one. */
export function allFilled(form: HTMLFormElement): boolean {
  const empty = [...form.querySelectorAll('input')].find(input => input.value.trim() === '')
  if (!empty) return true
  toast.error('Missing fields', 'Please fill in all fields.')
  empty.focus()
  return false
}

export function passwordsMatch(values: { password: string; confirm: string }, form: HTMLFormElement): boolean {
  if (values.password === values.confirm) return true
  toast.error("Passwords don't match", 'Please ensure your passwords match.')
  form.querySelector<HTMLElement>('[name=confirm]')?.focus()
  return false
}
