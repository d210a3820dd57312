/**
 * The ref of an element in a form: while it is there, the form stays as it is. What is typed while a form is being sent would be neither
 * sent nor kept. Fields stay focusable, as disabled ones would not.
 */
export function lockForm(inside: HTMLElement | null): (() => void) | undefined {
  const form = inside?.closest('form')
  if (!form) return
  const locked: HTMLInputElement[] = []
  const lock = () => {
    for (const field of form.querySelectorAll<HTMLInputElement>('input:read-write, textarea:read-write')) {
      field.readOnly = true
      locked.push(field)
    }
  }
  lock()
  // A field may be drawn anew meanwhile, such as by going from a text's preview back to writing it.
  const redrawn = new MutationObserver(lock)
  redrawn.observe(form, { childList: true, subtree: true })
  const ending = new AbortController()
  for (const kind of ['mousedown', 'click', 'keydown', 'drop'])
    form.addEventListener(kind, refuse, { capture: true, signal: ending.signal })
  return () => {
    redrawn.disconnect()
    ending.abort()
    for (const field of locked) field.readOnly = false
  }
}

/**
 * What `readOnly` does nothing to: switches, checkboxes, radios, files, tabs, lists to choose from, and the notices of a form, whose buttons
 * put other values into it.
 */
const CHOICE = 'label, [type=file], [role=tab], [role=combobox], .control:has([role=combobox]), form section button'

function refuse(event: Event): void {
  const isKeyThatStays = event instanceof KeyboardEvent && ['Tab', 'Escape', 'Shift'].includes(event.key)
  if (isKeyThatStays || !(event.target as HTMLElement).closest(CHOICE)) return
  event.preventDefault()
  event.stopPropagation()
}
