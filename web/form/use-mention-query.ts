import { useEffect, useEffectEvent, useState } from 'react'
import type { Mention } from '../../contract/mentions.ts'
import { queryAt } from '../ui/mentions.ts'

type Query = NonNullable<ReturnType<typeof queryAt>>

/**
 * The name being typed after '@' in a text area. Begins only with typing, not when the caret is moved into a word. `dismiss` ends it until
 * another '@' is typed.
 */
export function useMentionQuery(area: HTMLTextAreaElement, mentions: Mention[]) {
  const [query, setQuery] = useState<Query>()
  const [dismissed, setDismissed] = useState<number>()

  const update = useEffectEvent((isTyping: boolean) => {
    const { value, selectionStart, selectionEnd } = area
    const next =
      (isTyping || query) && selectionStart === selectionEnd ? queryAt(value, selectionStart, mentions) : undefined
    if (dismissed !== undefined && next?.start !== dismissed) setDismissed(undefined)
    // The same object while nothing changes: selectionchange is frequent.
    setQuery(now => (now && next && now.start === next.start && now.typed === next.typed ? now : next))
  })
  useEffect(() => {
    const onInput = () => update(true)
    const onSelect = () => document.activeElement === area && update(false)
    const onBlur = () => setQuery(undefined)
    area.addEventListener('input', onInput)
    area.addEventListener('blur', onBlur)
    document.addEventListener('selectionchange', onSelect)
    // This chunk may be loaded while the member is already typing.
    if (document.activeElement === area) onInput()
    return () => {
      area.removeEventListener('input', onInput)
      area.removeEventListener('blur', onBlur)
      document.removeEventListener('selectionchange', onSelect)
    }
  }, [area])

  return {
    query: query && query.start !== dismissed ? query : undefined,
    dismiss: () => setDismissed(query?.start),
  }
}
