import { useEffect, useRef, useState } from 'react'
import { Banner } from './Banner.tsx'
import { firstProblem } from './focus-problem.ts'

/**
 * Why a form was not sent, above its fields; for another refusal give it another key. Where fields are marked it leaves with the last of
 * these marks: what it says has been put right. Without any it stays until the form is sent again.
 */
export function FormBanner({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSettled, setSettled] = useState(false)

  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form || !firstProblem(form)) return
    const observer = new MutationObserver(() => {
      if (!firstProblem(form)) setSettled(true)
    })
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['data-problem'] })
    return () => observer.disconnect()
  }, [])

  // Pressed at the foot of a long form, a button would otherwise be answered out of sight.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  if (isSettled) return null
  return (
    <div ref={place}>
      <Banner>{children}</Banner>
    </div>
  )
}
