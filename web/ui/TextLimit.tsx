import { useEffect, useRef, useState } from 'react'
import { inWords } from '../../contract/text.ts'
import { cx } from './cx.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const DEBOUNCE_MS = 1000
const isNear = (count: number, limit: number) => count >= limit * 0.9

/** '185 / 200', once the limit is near. */
export function Counter({ count, limit }: { count: number; limit: number }) {
  if (!isNear(count, limit)) return null
  return (
    <span data-counter="" className={cx('ml-auto shrink-0 tabular-nums', count > limit ? 'text-error' : 'text-muted')}>
      {`${inWords(count)} / ${inWords(limit)}`}
    </span>
  )
}

/** The same for screen readers, debounced so that it is not announced at every letter. */
export function Announcement({ count, limit, excess }: { count: number; limit: number; excess: string | undefined }) {
  const [announced, setAnnounced] = useState('')
  const previousCount = useRef(count)
  useEffect(() => {
    if (previousCount.current === count) return
    previousCount.current = count
    const left = limit - count
    const text = isNear(count, limit) ? `${inWords(left)} ${left === 1 ? 'character' : 'characters'} left.` : ''
    const timer = setTimeout(setAnnounced, DEBOUNCE_MS, excess ?? text)
    return () => clearTimeout(timer)
  }, [count, limit, excess])
  if (limit === Number.POSITIVE_INFINITY) return null
  return (
    <VisuallyHidden>
      <span aria-live="polite">{announced}</span>
    </VisuallyHidden>
  )
}
