import { type FormEvent, useRef, useState } from 'react'
import { fieldsOf, hasSessionEnded, messageOf } from '../api/call.ts'
import { session } from '../session/session.tsx'
import { isUnsure, tellUnsure, type Unsure } from '../session/unsure.ts'
import { toast } from '../ui/toast.ts'

/**
 * A form that is sent as one thing: reads its named fields, sends once however often it is pressed, and on failure says so and
 * leaves everything typed where it is. What a field says the toast does not repeat, unless it is to be said `always`. `unsure`: what is
 * said instead when no answer came.
 * `const { busy, fields, onSubmit } = useSubmit('Login failed', async values => …)`.
 */
export function useSubmit<Name extends string>(
  failure: string,
  send: (values: Record<Name, string>, form: HTMLFormElement) => Promise<unknown>,
  { always = false, unsure }: { always?: boolean; unsure?: Unsure } = {},
) {
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const underWay = useRef(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (underWay.current) return
    const form = event.currentTarget
    underWay.current = true
    setBusy(true)
    setFields({})
    const before = session.get()
    try {
      await send(Object.fromEntries(new FormData(form)) as Record<Name, string>, form)
    } catch (error) {
      if (unsure && isUnsure(error)) return void (await tellUnsure(unsure, before))
      const wrong = fieldsOf(error)
      setFields(wrong)
      const isSaid = Object.keys(wrong).some(name => form.elements.namedItem(name.split('.').at(-1) ?? ''))
      if ((always || !isSaid) && !(await hasSessionEnded(error))) toast.error(failure, messageOf(error))
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { busy, fields, onSubmit, forgetFields: () => setFields({}) }
}
