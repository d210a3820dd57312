import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { community } from '../../../web/api/boot.ts'
import { useSend } from '../../../web/api/send.ts'
import { AuthLayout } from '../../../web/shell/AuthLayout.tsx'
import { CheckingLink, DeadLink, useLinkCheck } from '../../../web/shell/CheckedLink.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { answerStillLookingByLink, describeStillLooking } from '../contract.ts'
import { type StillLooking, stillLookingAnswers, stillLookingLabels } from '../shared/labels.ts'

const told: Record<StillLooking, string> = {
  yes: 'Your request is open for another 30 days.',
  closed: 'Your request is closed. Its status is Declined.',
  done: 'Good to hear. The status of your request is Completed.',
}

const Requests = () => (
  <Link to="/introduction-requests" className="text-accent underline underline-offset-4">
    Open the introduction requests
  </Link>
)

/** Opened by the link in a mail. Mail scanners open links too, so only a button answers. */
export default function StillLookingPage() {
  const [params] = useState(() => new URLSearchParams(window.location.search))
  const token = params.get('token') ?? ''
  const answer = useLinkCheck(describeStillLooking, { token }, { title: 'your introduction request' })
  return (
    <AuthLayout communityName={community.name} footer={<Requests />}>
      {!answer ? (
        <CheckingLink />
      ) : answer.title === null ? (
        <DeadLink text="It has expired, or the question was answered meanwhile." />
      ) : (
        <Question token={token} title={answer.title} chosen={params.get('answer') ?? 'yes'} />
      )}
    </AuthLayout>
  )
}

/** `chosen`: the answer that was pressed in the mail. Its button comes first in looks, not in order. */
function Question({ token, title, chosen }: { token: string; title: string; chosen: string }) {
  const [given, setGiven] = useState<StillLooking>()
  const { send, busy } = useSend(answerStillLookingByLink, { failure: 'Your answer was not saved' })
  const reply = async (answer: StillLooking) => {
    if (await send({ token, answer })) setGiven(answer)
  }
  if (given)
    return (
      <div role="status">
        <h2 className="text-2xl">Thank you</h2>
        <p className="mt-1 text-muted">{told[given]}</p>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">Still looking?</h2>
        <p dir="auto" className="mt-1 text-left wrap-anywhere text-muted">
          <bdi>{title}</bdi>
        </p>
      </div>
      <div className="flex flex-col gap-3">
        {stillLookingAnswers.map(answer => (
          <Button
            key={answer}
            size="lg"
            wide
            variant={answer === chosen ? 'primary' : 'secondary'}
            busy={busy}
            onClick={() => void reply(answer)}
          >
            {stillLookingLabels[answer]}
          </Button>
        ))}
      </div>
    </div>
  )
}
