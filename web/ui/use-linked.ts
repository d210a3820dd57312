import { type RefCallback, useEffect, useRef, useState } from 'react'

const LIT_MS = 3_000

/** For the element of a list that a link leads to. Styled in theme.css. */
export type LinkedProps = {
  ref?: RefCallback<HTMLElement>
  tabIndex?: number
  'data-linked'?: ''
  'data-lit'?: ''
}

/**
 * Scrolls to the item that the URL names, focuses it and highlights it for a moment:
 * `const linked = useLinked(idInUrl, isLoaded)`, then `<li {...linked(item.id)}>`.
 */
export function useLinked(id: number | undefined, isLoaded: boolean): (itemId: number) => LinkedProps | undefined {
  const element = useRef<HTMLElement>(null)
  const [litId, setLitId] = useState<number>()

  useEffect(() => {
    if (id === undefined || !isLoaded) return
    let timer: ReturnType<typeof setTimeout>
    // After the router has restored the scroll position and a dialog or heading has got the focus.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        if (!element.current) return
        element.current.scrollIntoView({ block: 'center' })
        element.current.focus({ preventScroll: true })
        setLitId(id)
        timer = setTimeout(setLitId, LIT_MS, undefined)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [id, isLoaded])

  const ref = (node: HTMLElement | null) => {
    element.current = node
  }
  return itemId =>
    itemId === id ? { ref, tabIndex: -1, 'data-linked': '', 'data-lit': itemId === litId ? '' : undefined } : undefined
}
