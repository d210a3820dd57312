import { useState } from 'react'
import { completionOf } from '../../../contract/completion.ts'
import { loadProblem } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { SkeletonList, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { getHome, type Home } from '../contract.ts'
import { ActivitySection } from './ActivitySection.tsx'
import { Completion } from './Completion.tsx'
import { EventsSection } from './EventsSection.tsx'
import { ForumSection } from './ForumSection.tsx'
import { ForYou } from './for-you/ForYou.tsx'
import { samples } from './samples.ts'
import { Welcome } from './Welcome.tsx'
import './follow-home.ts'

export default function HomePage() {
  const { user, profile } = useAuth()
  const { data, isError, error, refetch } = useApi(getHome)
  // The profile's name, even if it is empty; the account's name until the profile is loaded.
  const name = (profile ? profile.full_name : user?.user_metadata.username)?.trim() || user?.email.split('@')[0]
  return (
    <>
      <PageHeader
        title={
          // Without a name: until the scripts have run (web/app/frames.tsx).
          name ? (
            <>
              Welcome, <bdi>{name}</bdi>!
            </>
          ) : (
            'Welcome!'
          )
        }
      />
      <div className="flex flex-col gap-6">
        <Welcome />
        <ForYou />
        {profile && <Completion percent={completionOf(profile)} home={data} />}
        {data ? (
          <Sections home={data} />
        ) : isError ? (
          <ErrorState title="The dashboard could not be loaded" text={loadProblem(error)} again={refetch} />
        ) : (
          <SkeletonRegion label="Loading the dashboard" className={columns}>
            <SkeletonList rows={5} />
            <SkeletonList rows={5} />
          </SkeletonRegion>
        )}
      </div>
    </>
  )
}

const columns = 'grid gap-6 xl:grid-cols-[minmax(0,1fr)_360px]'

function Sections({ home }: { home: Home }) {
  const [sampleHome] = useState(samples)
  const { is_empty } = home
  const { topics, activities, events } = is_empty ? sampleHome : home
  return (
    <div className={columns}>
      <ForumSection topics={topics} isSample={is_empty} />
      <div className="grid content-start gap-6 md:max-xl:grid-cols-2">
        <ActivitySection activities={activities} isSample={is_empty} />
        <EventsSection events={events} isSample={is_empty} />
      </div>
    </div>
  )
}
