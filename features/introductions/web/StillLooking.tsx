import { useSend } from '../../../web/api/send.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { dayOf } from '../../../web/ui/dates.ts'
import { answerStillLooking, type IntroductionRequest, listStatusChanges } from '../contract.ts'
import { stillLookingAnswers, stillLookingLabels } from '../shared/labels.ts'
import { afterRequest } from './requests.ts'

/** Asks the requester of a quiet request, with one click for each answer. */
export function StillLooking({ request, onAnswer }: { request: IntroductionRequest; onAnswer: () => void }) {
  const { send, busy } = useSend(answerStillLooking, {
    refresh: [...afterRequest, listStatusChanges],
    success: 'Thank you for your answer',
    failure: 'Your answer was not saved',
    // The pressed button disappears with the question: move the focus.
    onSuccess: onAnswer,
  })
  if (!request.can_edit || !request.quiet_since) return null
  return (
    <section aria-label="Still looking?" className="mb-6 rounded-control bg-amber-soft px-4 py-4 text-on-amber">
      <h3 className="text-lg">Still looking?</h3>
      <p className="mt-1 text-sm">
        {`We asked on ${dayOf(request.quiet_since)}. Until you answer, others see this request as quiet, and it is not offered to members who could help.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {stillLookingAnswers.map(answer => (
          <Button
            key={answer}
            size="sm"
            variant={answer === 'yes' ? 'primary' : 'secondary'}
            busy={busy}
            onClick={() => void send({ id: request.id, answer })}
          >
            {stillLookingLabels[answer]}
          </Button>
        ))}
      </div>
    </section>
  )
}
