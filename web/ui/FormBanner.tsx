import { useEffect, useRef, useState } from 'react'
import { Banner } from './Banner.tsx'
import { firstProblem } from './focus-problem.ts'

/**
 * Why a form was not submitted, above its fields. Use a new key for a new error. If fields are marked as invalid, the banner disappears
 * together with the last mark; otherwise it stays until the next submit.
 */
export function FormBanner({ children }: { children: string }) {
  const container = useRef<HTMLDivElement>(null)
  const [isResolved, setResolved] = useState(false)

  useEffect(() => {
    const form = container.current?.closest('form')
    if (!form || !firstProblem(form)) return
    const observer = new MutationObserver(() => {
      if (!firstProblem(form)) setResolved(true)
    })
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['data-problem'] })
    return () => observer.disconnect()
  }, [])

  // The submit button of a long form is far below the banner.
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  if (isResolved) return null
  return (
    <div ref={container}>
      <Banner>{children}</Banner>
    </div>
  )
}
