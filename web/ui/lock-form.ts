/**
 * The ref of an element in a form: while it is there, the form stays as it is. What is typed while a form is being sent would be neither
 * sent nor kept. Fields stay focusable, as disabled ones would not.
 */
export function lockForm(inside: HTMLElement | null): (() => void) | undefined {
  const form = inside?.closest('form')
  if (!form) return
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, textarea')].filter(field => !field.readOnly)
  for (const field of fields) field.readOnly = true
  const ending = new AbortController()
  for (const kind of ['mousedown', 'click', 'keydown'])
    form.addEventListener(kind, refuse, { capture: true, signal: ending.signal })
  return () => {
    ending.abort()
    for (const field of fields) field.readOnly = false
  }
}

/** For what `readOnly` does nothing to: switches, checkboxes, radios and lists to choose from. */
function refuse(event: Event): void {
  const isKeyThatStays = event instanceof KeyboardEvent && ['Tab', 'Escape', 'Shift'].includes(event.key)
  if (isKeyThatStays || !(event.target as HTMLElement).closest('label, [role=combobox], .control:has([role=combobox])'))
    return
  event.preventDefault()
  event.stopPropagation()
}
