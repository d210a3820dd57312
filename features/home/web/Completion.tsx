import { Link } from '@tanstack/react-router'
import { Card } from '../../../web/ui/Card.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { ProfileHints } from '../../../web/ui/ProfileHints.tsx'
import { Progress } from '../../../web/ui/Progress.tsx'

/** How complete the member's profile is; at 100% only the bar is shown. */
export function Completion({ percent }: { percent: number }) {
  const bar = (
    <div>
      <Progress label="Profile completion" value={percent} />
      <p className="mt-2 text-sm text-muted">
        {percent < 100 ? `Your profile is ${percent}% complete` : 'Your profile is complete!'}
      </p>
    </div>
  )
  if (percent >= 100) return bar
  return (
    <Card
      as="section"
      aria-label="Complete Your Profile"
      title="Complete Your Profile"
      action={<LinkButton render={<Link to="/profile" />}>Update Profile</LinkButton>}
    >
      <div className="flex flex-col gap-4">
        {bar}
        <ProfileHints percent={percent} />
      </div>
    </Card>
  )
}
