import { HINT_BELOW } from '../../contract/completion.ts'
import { Banner } from './Banner.tsx'

/** What a more complete profile would be good for, while it is far from that. */
export function ProfileHints({ percent }: { percent: number }) {
  if (percent >= HINT_BELOW) return null
  return (
    <Banner tone="amber">
      <p className="font-semibold">Complete your profile to get the most out of the community.</p>
      <p>Complete your profile to appear in member searches.</p>
    </Banner>
  )
}
