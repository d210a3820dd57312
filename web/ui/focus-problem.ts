const CONTROL = 'input:not([tabindex="-1"]), textarea, [role=combobox]'

/** Where the focus goes inside a field; while a preview stands in its place, the button that leads back to it. */
export const controlIn = (field: Element) =>
  field.querySelector<HTMLElement>(CONTROL) ?? field.querySelector<HTMLElement>('button')

export const firstProblem = (form: Element) => form.querySelector('[data-problem]')

let stop = () => {}

/**
 * After a form is sent, the focus goes to its first field with a problem: at once when the form itself finds one, later when the
 * server does. Whoever has gone on meanwhile, to type or to press something, is left there.
 */
export function focusNextProblem(form: HTMLFormElement): void {
  stop()
  const focus = () => {
    const field = form.isConnected && firstProblem(form)
    if (field) controlIn(field)?.focus()
  }
  const observer = new MutationObserver(focus)
  const ends = new AbortController()
  stop = () => {
    observer.disconnect()
    ends.abort()
  }
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['data-problem'] })
  for (const event of ['input', 'keydown', 'pointerdown'])
    document.addEventListener(event, stop, { capture: true, signal: ends.signal })
  // What it finds itself is drawn by then; a problem that was there before and still is makes no change to observe.
  requestAnimationFrame(() => !ends.signal.aborted && focus())
}
