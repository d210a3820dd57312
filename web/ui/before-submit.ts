import { toast } from './toast.ts'

/**
 * What holds for every form, before its own handler runs: the error toasts of the last try leave, and a form with a text over its
 * limit is not sent; the focus goes to that field, which says so. Field.tsx imports this, so that screens without a form do not load it.
 */
function beforeSubmit(event: SubmitEvent) {
  toast.dismissErrors()
  const field = (event.target as HTMLFormElement).querySelector('[data-too-long]')
  if (!field) return
  event.preventDefault()
  event.stopPropagation()
  // While a preview stands in its place, the button that leads back to it.
  const control = field.querySelector<HTMLElement>('input, textarea') ?? field.querySelector('button')
  control?.focus()
}

// React listens further inside. Unit tests have no document.
if (typeof document === 'object') document.addEventListener('submit', beforeSubmit, true)
