import { controlIn, focusNextProblem } from './focus-problem.ts'
import { toast } from './toast.ts'

/**
 * Runs before the submit handler of every form: dismisses the error toasts of the last attempt. If a text is over its limit or not a
 * choice, cancels the submit and focuses that field, which shows the error; otherwise focusNextProblem focuses the first invalid field. Field.tsx imports this module,
 * so that screens without a form do not load it.
 */
function beforeSubmit(event: SubmitEvent) {
  toast.dismissErrors()
  const form = event.target as HTMLFormElement
  const field = form.querySelector('[data-unsendable]')
  if (!field) return focusNextProblem(form)
  event.preventDefault()
  event.stopPropagation()
  controlIn(field)?.focus()
}

// In the capture phase, before React's handlers. Unit tests have no document.
if (typeof document === 'object') document.addEventListener('submit', beforeSubmit, true)
