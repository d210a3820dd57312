import { controlIn, focusNextProblem } from './focus-problem.ts'
import { toast } from './toast.ts'

/**
 * What holds for every form, before its own handler runs: the error toasts of the last try leave, and a form with a text over its
 * limit is not sent; the focus goes to that field, which says so, as to any field with a problem. Field.tsx imports this, so that screens
 * without a form do not load it.
 */
function beforeSubmit(event: SubmitEvent) {
  toast.dismissErrors()
  const form = event.target as HTMLFormElement
  const field = form.querySelector('[data-too-long]')
  if (!field) return focusNextProblem(form)
  event.preventDefault()
  event.stopPropagation()
  controlIn(field)?.focus()
}

// React listens further inside. Unit tests have no document.
if (typeof document === 'object') document.addEventListener('submit', beforeSubmit, true)
