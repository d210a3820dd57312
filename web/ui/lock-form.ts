/**
 * A ref callback: while the element is mounted, its form is read-only, because changes made during the submit would be lost. Fields stay
 * focusable, which disabled fields would not.
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
  // Also lock fields that are mounted later, such as when the member leaves the preview of a text.
  const observer = new MutationObserver(lock)
  observer.observe(form, { childList: true, subtree: true })
  const listeners = new AbortController()
  for (const kind of ['mousedown', 'click', 'keydown', 'drop'])
    form.addEventListener(kind, blockChange, { capture: true, signal: listeners.signal })
  return () => {
    observer.disconnect()
    listeners.abort()
    for (const field of locked) field.readOnly = false
  }
}

/**
 * Controls that `readOnly` does not affect: switches, checkboxes, radios, file inputs, tabs, selects, and the buttons of a form's notices,
 * which change its values.
 */
const CHOICE = 'label, [type=file], [role=tab], [role=combobox], .control:has([role=combobox]), form section button'

function blockChange(event: Event): void {
  const isAllowedKey = event instanceof KeyboardEvent && ['Tab', 'Escape', 'Shift'].includes(event.key)
  if (isAllowedKey || !(event.target as HTMLElement).closest(CHOICE)) return
  event.preventDefault()
  event.stopPropagation()
}
