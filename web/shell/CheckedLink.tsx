import { type ReactNode, useEffect, useState } from 'react'
import { checkLink, type LinkPurpose } from '../../features/auth/contract.ts'
import { api } from '../api/call.ts'
import { Spinner } from '../ui/Spinner.tsx'

/** Whether a mail's link still works, asked when its page opens. Without an answer the page goes on: using the link will tell. */
function useIsGood(purpose: LinkPurpose, token: string): boolean | undefined {
  const [isGood, setGood] = useState<boolean>()
  useEffect(() => {
    const stop = new AbortController()
    const settle = (answer: boolean) => !stop.signal.aborted && setGood(answer)
    api(checkLink, { purpose, token }, { signal: stop.signal }).then(
      ({ is_valid }) => settle(is_valid),
      () => settle(true),
    )
    return () => stop.abort()
  }, [purpose, token])
  return isGood
}

/** What a mail's link opens, or `otherwise` when the link is used up, too old or not one of ours. Give it the token as its key. */
export function CheckedLink({
  purpose,
  token,
  otherwise,
  children,
}: {
  purpose: LinkPurpose
  token: string
  otherwise: ReactNode
  children: ReactNode
}) {
  const isGood = useIsGood(purpose, token)
  if (isGood === undefined)
    return (
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner size={18} className="text-accent" />
        Checking the link...
      </p>
    )
  return isGood ? children : otherwise
}

/** The words of `otherwise`, and below them a way to a new link. */
export function DeadLink({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <div role="alert">
        <h2 className="text-2xl">This link no longer works</h2>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
