import { type ReactNode, useEffect, useState } from 'react'
import { checkLink, type LinkPurpose } from '../../features/auth/contract.ts'
import { api } from '../api/call.ts'
import { Spinner } from '../ui/Spinner.tsx'

/** Whether a mail's link is still valid. If the check itself fails, the link counts as valid: using it shows the error. */
function useIsValid(purpose: LinkPurpose, token: string): boolean | undefined {
  const [isValid, setValid] = useState<boolean>()
  useEffect(() => {
    const controller = new AbortController()
    const settle = (answer: boolean) => !controller.signal.aborted && setValid(answer)
    api(checkLink, { purpose, token }, { signal: controller.signal }).then(
      ({ is_valid }) => settle(is_valid),
      () => settle(true),
    )
    return () => controller.abort()
  }, [purpose, token])
  return isValid
}

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
  const isValid = useIsValid(purpose, token)
  if (isValid === undefined)
    return (
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-muted">
        <Spinner size={18} className="text-accent" />
        Checking the link...
      </p>
    )
  return isValid ? children : otherwise
}

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
