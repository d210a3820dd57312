import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Eye, Pencil } from 'lucide-react'
import { useAuth } from '../../../web/session/session.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { Skeleton, SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { useLoadError } from '../../../web/ui/use-load-error.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileView } from './ProfileView.tsx'

const FAILED = ['Error loading profile', 'There was a problem loading your profile. Please try again.'] as const

/** Shows the profile, or the form if the URL has `edit`: `/profile?edit=title` focuses the title. */
export default function ProfilePage() {
  const { profile, profileState, refreshProfile } = useAuth()
  const { edit, goTo } = useEdit()
  useLoadError(profileState === 'failed', ...FAILED)

  if (profileState === 'missing' || (profile && edit))
    return <ProfileForm profile={profile} focus={edit} onDone={() => goTo('', true)} />
  return (
    <>
      <PageHeader
        title="My Profile"
        subtitle="Manage your profile information and settings"
        actions={
          profile && (
            <>
              <LinkButton
                variant="ghost"
                icon={Eye}
                render={
                  <Link to="/members/$id" params={{ id: String(profile.id) }} search={{ as: 'others' } as never} />
                }
              >
                See it as others do
              </LinkButton>
              <Button variant="secondary" icon={Pencil} onClick={() => goTo('all')}>
                Edit Profile
              </Button>
            </>
          )
        }
      />
      {profile ? (
        <ProfileView profile={profile} onEdit={goTo} />
      ) : profileState === 'failed' ? (
        <ErrorState title={FAILED[0]} text={FAILED[1]} again={refreshProfile} />
      ) : (
        <Loading />
      )}
    </>
  )
}

/** Opening the form adds a history entry, so that Back leaves it; finishing replaces the entry, so that Back does not reopen it. */
function useEdit() {
  const { edit = '' }: { edit?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const goTo = (field: string, replace = false) =>
    void navigate({ to: '.', replace, search: (now: object) => ({ ...now, edit: field }) as never })
  return { edit, goTo }
}

function Loading() {
  return (
    <SkeletonRegion label="Loading profile" className="flex flex-col gap-4">
      <Card>
        <Skeleton className="h-2 w-full" />
        <Skeleton className="mt-3 h-4 w-56" />
      </Card>
      <Card>
        <div className="flex items-center gap-6">
          <Skeleton round className="size-28 shrink-0" />
          <div className="flex-1">
            <SkeletonLines lines={4} />
          </div>
        </div>
      </Card>
      <Card>
        <SkeletonLines lines={5} />
      </Card>
    </SkeletonRegion>
  )
}
