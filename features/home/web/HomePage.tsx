import { Link } from '@tanstack/react-router'
import { useAuth } from '../../../web/session.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'

export default function HomePage() {
  const { user, profile } = useAuth()
  const name = profile?.full_name || user?.user_metadata.username || user?.email.split('@')[0]
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-4xl">Welcome, {name}!</h1>
      {profile && <Completion percent={profile.completion_percentage} />}
    </div>
  )
}

function Completion({ percent }: { percent: number }) {
  const words = percent < 100 ? `Your profile is ${percent}% complete` : 'Your profile is complete!'
  return (
    <Card as="section" title={percent < 100 ? 'Complete Your Profile' : 'Your profile'}>
      <div className="flex flex-col items-start gap-4">
        <div className="w-full">
          <progress aria-label="Profile completion" max={100} value={percent} className="progress w-full" />
          <p className="mt-2 text-sm text-muted">{words}</p>
        </div>
        {percent < 100 && <LinkButton render={<Link to="/profile" />}>Update Profile</LinkButton>}
      </div>
    </Card>
  )
}
