import { useAuth } from '../../../../web/session/session.tsx'
import { IntroductionQuestion } from '../../../../web/ui/IntroductionQuestion.tsx'
import type { IntroductionRequest } from '../../contract.ts'

/** To the member whom the request is about, once somebody offers to introduce them. */
export function QuestionToTarget({ request }: { request: IntroductionRequest }) {
  const { profile } = useAuth()
  if (!profile || request.target_profile_id !== profile.id) return null
  return (
    <div className="mb-6">
      <IntroductionQuestion requestId={request.id} />
    </div>
  )
}
