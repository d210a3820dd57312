import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { inBackground } from '../../../web/api/background.ts'
import { api } from '../../../web/api/call.ts'
import { keyOf, queryClient } from '../../../web/api/query.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { ProfileHints } from '../../../web/ui/ProfileHints.tsx'
import { Progress } from '../../../web/ui/Progress.tsx'
import { getHome, type Home, noteComplete } from '../contract.ts'

/** How complete the member's profile is. That it is complete is said once. */
export function Completion({ percent, home }: { percent: number; home?: Home }) {
  if (percent >= 100) return home && <Complete wasSeen={home.saw_complete} />
  return (
    <Card
      as="section"
      aria-label="Complete Your Profile"
      title="Complete Your Profile"
      action={<LinkButton render={<Link to="/profile" />}>Update Profile</LinkButton>}
    >
      <div className="flex flex-col gap-4">
        <Bar percent={percent} text={`Your profile is ${percent}% complete`} />
        <ProfileHints percent={percent} />
      </div>
    </Card>
  )
}

/** Stays until the member leaves the screen, also when the dashboard is loaded again. */
function Complete({ wasSeen }: { wasSeen: boolean }) {
  const [isNews] = useState(!wasSeen)
  useEffect(() => {
    if (isNews) void note()
  }, [isNews])
  return isNews && <Bar percent={100} text="Your profile is complete!" />
}

/** If this fails, the next visit says it again. */
async function note(): Promise<void> {
  await api(noteComplete, {}, inBackground()).then(
    () => queryClient.setQueryData<Home>(keyOf(getHome), home => home && { ...home, saw_complete: true }),
    () => undefined,
  )
}

const Bar = ({ percent, text }: { percent: number; text: string }) => (
  <div>
    <Progress label="Profile completion" value={percent} />
    <p className="mt-2 text-sm text-muted">{text}</p>
  </div>
)
