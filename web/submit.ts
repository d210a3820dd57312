import { type FormEvent, useRef, useState } from 'react'
import { fieldsOf, messageOf } from './api.ts'
import { toast } from './ui/toast.ts'

/**
 * A form that is sent as one thing: reads its named fields, sends once however often it is pressed, and on failure says so and
 * leaves everything typed where it is. `const { busy, fields, onSubmit } = useSubmit('Login failed', async values => …)`.
 */
export function useSubmit<Name extends string>(
  failure: string,
  send: (values: Record<Name, string>, form: HTMLFormElement) => Promise<unknown>,
) {
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const underWay = useRef(false)
  const told = useRef(0)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (underWay.current) return
    const form = event.currentTarget
    underWay.current = true
    setBusy(true)
    setFields({})
    // What was said about the last try is over.
    toast.dismiss(told.current)
    try {
      await send(Object.fromEntries(new FormData(form)) as Record<Name, string>, form)
    } catch (error) {
      setFields(fieldsOf(error))
      told.current = toast.error(failure, messageOf(error))
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { busy, fields, onSubmit }
}
