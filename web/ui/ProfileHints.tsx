import { HINT_BELOW } from '../../contract/completion.ts'
import { Banner } from './Banner.tsx'

/** Reasons to complete the profile, shown below HINT_BELOW percent. */
export function ProfileHints({ percent }: { percent: number }) {
  if (percent >= HINT_BELOW) return null
  return (
    <Banner tone="amber">
      <p className="font-semibold">Complete your profile to get the most out of the community.</p>
      <p>Complete your profile to appear in member searches.</p>
    </Banner>
  )
}
