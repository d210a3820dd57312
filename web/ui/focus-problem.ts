const CONTROL = 'input:not([tabindex="-1"]), textarea, [role=combobox]'

/** The element to focus in a field: its control or, while a preview replaces the control, the button that returns to it. */
export const controlIn = (field: Element) =>
  field.querySelector<HTMLElement>(CONTROL) ?? field.querySelector<HTMLElement>('button')

export const firstProblem = (form: Element) => form.querySelector('[data-problem]')

let stopWatching = () => {}

/**
 * After a submit, focuses the first invalid field: immediately if the form itself finds the error, later if the server does. Stops as soon
 * as the member types or presses something.
 */
export function focusNextProblem(form: HTMLFormElement): void {
  stopWatching()
  const focus = () => {
    const field = form.isConnected && firstProblem(form)
    if (field) controlIn(field)?.focus()
  }
  const observer = new MutationObserver(focus)
  const listeners = new AbortController()
  stopWatching = () => {
    observer.disconnect()
    listeners.abort()
  }
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['data-problem'] })
  for (const event of ['input', 'keydown', 'pointerdown'])
    document.addEventListener(event, stopWatching, { capture: true, signal: listeners.signal })
  // The form's own errors are rendered by the next frame. An error that was already shown causes no mutation.
  requestAnimationFrame(() => !listeners.signal.aborted && focus())
}
