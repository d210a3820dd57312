import { Link } from '@tanstack/react-router'
import { useAuth } from '../../../web/session.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { Progress } from '../../../web/ui/Progress.tsx'

export default function HomePage() {
  const { user, profile } = useAuth()
  const name = profile?.full_name || user?.user_metadata.username || user?.email.split('@')[0]
  return (
    <>
      <PageHeader title={`Welcome, ${name}!`} />
      {profile && <Completion percent={profile.completion_percentage} />}
    </>
  )
}

function Completion({ percent }: { percent: number }) {
  const words = percent < 100 ? `Your profile is ${percent}% complete` : 'Your profile is complete!'
  return (
    <Card as="section" title={percent < 100 ? 'Complete Your Profile' : 'Your profile'}>
      <div className="flex flex-col items-start gap-4">
        <div className="w-full">
          <Progress label="Profile completion" value={percent} />
          <p className="mt-2 text-sm text-muted">{words}</p>
        </div>
        {percent < 100 && <LinkButton render={<Link to="/profile" />}>Update Profile</LinkButton>}
      </div>
    </Card>
  )
}
