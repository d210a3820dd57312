/** Goes to the first field that is marked as wrong, once it is marked. */
export const focusFirstProblem = (form: HTMLElement) =>
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

/** As a ref: takes the focus when it appears, where what had it has just gone. */
export const takesFocus = (element: HTMLElement | null) => element?.focus()
