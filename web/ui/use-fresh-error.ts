import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * The error of a field as long as it is about what the field holds. It leaves when the field is changed; when the form is sent
 * again, or the error becomes another, it is about the text of that moment.
 */
export function useFreshError(error: string | false | undefined, text: string, field: RefObject<HTMLElement | null>) {
  const [judged, setJudged] = useState({ error, text })
  const changed = judged.error !== error
  if (changed) setJudged({ error, text })

  const judgeAgain = useEffectEvent(() => setJudged({ error, text }))
  useEffect(() => {
    const form = field.current?.closest('form')
    const onSubmit = () => judgeAgain()
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [field])

  return changed || judged.text === text ? error || undefined : undefined
}
