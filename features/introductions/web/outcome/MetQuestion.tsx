import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useSend } from '../../../../web/api/send.ts'
import { refresh } from '../../../../web/api/send-cache.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { cx } from '../../../../web/ui/cx.ts'
import { MemberLink } from '../../../../web/ui/MemberLink.tsx'
import { answerLabels, answerOutcome, answers, getOutcome, whoLearns } from '../../../outcomes/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import { openStatuses } from '../../shared/labels.ts'
import { afterAnswer, useOutcome, useShowOutcome } from './use-outcome.ts'

/** To those who were introduced a week ago: did you meet? One click for each answer, which can be changed. */
export function MetQuestion({ request }: { request: IntroductionRequest }) {
  const asked = useOutcome(request).data?.asked
  const cache = useQueryClient()
  const show = useShowOutcome(request.id)
  const { send, busy } = useSend(answerOutcome, {
    refresh: afterAnswer,
    success: 'Thank you for your answer',
    failure: 'Your answer was not saved',
    onSuccess: show,
    onFailure: () => refresh(cache, [getOutcome, ...afterAnswer]),
  })
  if (!asked) return null
  const { other, introducer, answer } = asked
  const name = other.full_name || 'the person you asked for'
  return (
    <section
      aria-labelledby="introduction-met"
      className={cx(
        'mb-6 rounded-control px-4 py-4',
        answer === null ? 'bg-amber-soft text-on-amber' : 'border border-line',
      )}
    >
      <h3 id="introduction-met" className="text-lg wrap-anywhere">
        {'Did you meet '}
        <bdi>{name}</bdi>?
      </h3>
      <p className="mt-1 text-sm wrap-anywhere">
        {introducer.id !== null && (
          <>
            <MemberLink name={introducer.full_name} profileId={introducer.id} /> introduced you.{' '}
          </>
        )}
        {whoLearns({ isOpen: openStatuses.includes(request.status), isOutside: other.id === null })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {answers.map(each => (
          <Button
            key={each}
            wraps
            variant={each === answer ? 'primary' : 'secondary'}
            icon={each === answer ? Check : undefined}
            aria-pressed={each === answer}
            busy={busy}
            onClick={() => each !== answer && void send({ id: asked.offer_id, answer: each })}
          >
            {answerLabels[each]}
          </Button>
        ))}
      </div>
    </section>
  )
}
