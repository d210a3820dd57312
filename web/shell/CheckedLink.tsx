import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Endpoint, Input, Reply } from '../../contract/endpoint.ts'
import { checkLink, type LinkPurpose } from '../../features/auth/contract.ts'
import { type Args, api } from '../api/call.ts'
import { Spinner } from '../ui/Spinner.tsx'

/**
 * What the server says about a mail's link, read once; undefined until then. If the check itself fails, it is `otherwise`: the link counts
 * as valid, and using it shows the error, unless `otherwise` is a value of its own. Pass the token as the React key.
 */
export function useLinkCheck<E extends Endpoint, O = Reply<E>>(endpoint: E, input: Input<E>, otherwise: O) {
  const [answer, setAnswer] = useState<Reply<E> | O>()
  const check = useEffectEvent((signal: AbortSignal) => {
    const settle = (reply: Reply<E> | O) => !signal.aborted && setAnswer(reply)
    api(endpoint, ...([input, { signal }] as unknown as Args<E>)).then(settle, () => settle(otherwise))
  })
  useEffect(() => {
    const controller = new AbortController()
    check(controller.signal)
    return () => controller.abort()
  }, [])
  return answer
}

export const CheckingLink = () => (
  <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-muted">
    <Spinner size={18} className="text-accent" />
    Checking the link...
  </p>
)

/** Shows the children, or `otherwise` if the mail's link is used, expired or unknown. Pass the token as the React key. */
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
  const answer = useLinkCheck(checkLink, { purpose, token }, { is_valid: true })
  if (!answer) return <CheckingLink />
  return answer.is_valid ? children : otherwise
}

/** After the link was used. */
export const LinkDone = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="status">
    <h2 className="text-2xl">{title}</h2>
    <p className="mt-1 text-muted">{children}</p>
  </div>
)

/** Without the token in the URL. */
export const IncompleteLink = ({ text }: { text: string }) => (
  <>
    <h2 className="text-2xl">This link is not complete</h2>
    <p className="mt-1 text-muted">{text}</p>
  </>
)

/** The content for `otherwise`: a message, and below it a way to get a new link. */
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
