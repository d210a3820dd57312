const MOST_FRAMES = 10

/** Goes to the first field that is marked as wrong, once it is drawn so. */
export function focusFirstProblem(form: HTMLElement, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]')
    if (wrong) wrong.focus()
    else if (frames > 1) focusFirstProblem(form, frames - 1)
  })
}
