import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * The error of a field, hidden once the field's text differs from the text that the error refers to: the text at the last submit or when
 * the error changed.
 */
export function useFreshError(error: string | false | undefined, text: string, field: RefObject<HTMLElement | null>) {
  const [reported, setReported] = useState({ error, text })
  const changed = reported.error !== error
  if (changed) setReported({ error, text })

  const reportAgain = useEffectEvent(() => setReported({ error, text }))
  useEffect(() => {
    const form = field.current?.closest('form')
    const onSubmit = () => reportAgain()
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [field])

  return changed || reported.text === text ? error || undefined : undefined
}
