import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { useSend } from '../../../web/api/send.ts'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { CheckingLink, DeadLink, useLinkCheck } from '../../../web/shell/CheckedLink.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { describeUnsubscribe, unsubscribe } from '../mail-contract.ts'

const Settings = () => (
  <Link to="/settings" className="text-accent underline underline-offset-4">
    Choose what is mailed
  </Link>
)

/** Opened by the link in a mail. Mail scanners open links too, so only the button switches the mails off. */
export default function UnsubscribePage() {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  const answer = useLinkCheck(describeUnsubscribe, { token }, { what: 'these mails' })
  return (
    <AuthLayout communityName={community.name} footer={<Settings />}>
      {!answer ? (
        <CheckingLink />
      ) : answer.what === null ? (
        <DeadLink text="It has expired or is not complete. You can choose what is mailed in your settings." />
      ) : (
        <SwitchOff token={token} what={answer.what} />
      )}
    </AuthLayout>
  )
}

function SwitchOff({ token, what }: { token: string; what: string }) {
  const [isOff, setOff] = useState(false)
  const { send, busy } = useSend(unsubscribe, {
    failure: 'The mails were not switched off',
    onSuccess: () => setOff(true),
  })
  if (isOff)
    return (
      <div role="status">
        <h2 className="text-2xl">You are unsubscribed</h2>
        <p className="mt-1 text-muted">
          You no longer get {what} from {community.name}. Everything is still in the app.
        </p>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Unsubscribe</h2>
        <p className="mt-1 text-muted">
          This switches off {what} from {community.name}.
        </p>
      </div>
      <Button size="lg" wide busy={busy} busyText="Switching off..." onClick={() => void send({ token })}>
        Unsubscribe
      </Button>
    </div>
  )
}
