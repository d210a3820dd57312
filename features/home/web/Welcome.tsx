import { useState } from 'react'
import { chunkOf, useChunk } from '../../../web/app/chunk.ts'
import { draftKey, draftsIn } from '../../../web/session/member-storage.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { DRAFT, type Phase, useWelcomeStep, type WelcomeProps } from './welcome.ts'

/** Only new members load it. */
const parts = chunkOf(() => import('./WelcomeParts.tsx'))

/** For a new member: three questions, then the members to meet. */
export function Welcome() {
  const { profile, user } = useAuth()
  const step = useWelcomeStep()
  // The questions stay until they are answered or skipped here, although the profile may get an answer elsewhere: something may be typed.
  const [phase, setPhase] = useState<Phase | null>(() => (user && hasDraft(user.id) ? 'asking' : null))
  if (step === 'questions' && !phase) setPhase('asking')
  const isShown = phase === 'asking' || (step && phase !== 'skipped')
  return profile && isShown && <Loaded profile={profile} phase={phase} onAsked={setPhase} />
}

const hasDraft = (userId: string) =>
  draftsIn(() => sessionStorage, userId).some(([key]) => key === draftKey(userId, DRAFT))

function Loaded(props: WelcomeProps) {
  const { module, failure } = useChunk(parts)
  if (module) return <module.WelcomeParts {...props} />
  if (failure) return null
  return (
    <SkeletonRegion label="Loading the welcome">
      <Card>
        <SkeletonLines lines={6} />
      </Card>
    </SkeletonRegion>
  )
}
