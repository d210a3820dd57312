import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, UserX } from 'lucide-react'
import { idIn } from '../../../contract/ids.ts'
import { useApi } from '../../../web/api/query.ts'
import { usePageTitle } from '../../../web/app/page-title.ts'
import { useAuth } from '../../../web/session/session.tsx'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { Skeleton, SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { getMember } from '../contract.ts'
import { Contributions } from './Contributions.tsx'
import { IntroductionsMade } from './IntroductionsMade.tsx'
import { MemberActions, ShownActions } from './MemberActions.tsx'
import { MemberSide } from './MemberSide.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { isNotFound, NOT_FOUND, problemOf } from './problems.ts'
import { IntroductionQuestions, RequestsForMe } from './RequestsForMe.tsx'
import { useStoredFilters } from './stored-filters.ts'
import { WhyYouTwo } from './WhyYouTwo.tsx'

export default function MemberPage() {
  const { user } = useAuth()
  const { id = '' } = useParams({ strict: false })
  const search: { as?: string } = useSearch({ strict: false })
  const { data, error, refetch } = useApi(getMember, { id: idIn(id) })
  const storedFilters = useStoredFilters()
  usePageTitle(isNotFound(error) ? NOT_FOUND : data?.full_name)
  const isMine = data !== undefined && user?.id === data.user_id
  // The replies are the same for me as for others: only what this page adds for its owner is left out.
  const isShownAsOthers = isMine && search.as === 'others'
  const isOwn = isMine && !isShownAsOthers
  return (
    <>
      <div className="mb-6 inline-flex items-center gap-1.5 text-sm text-muted hover:text-ink">
        <ArrowLeft aria-hidden size={16} />
        <Link to="/members" search={storedFilters} className="touchable">
          Back to Members
        </Link>
      </div>
      {isShownAsOthers && <AsOthersNotice />}
      {data && !isNotFound(error) ? (
        <div className="grid items-start gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
          <MemberSide member={data}>
            {isOwn ? (
              <LinkButton wide variant="secondary" render={<Link to="/profile" />}>
                Edit Profile
              </LinkButton>
            ) : isShownAsOthers ? (
              <ShownActions member={data} />
            ) : (
              <MemberActions member={data} />
            )}
          </MemberSide>
          <div className="grid min-w-0 gap-4">
            {isOwn ? <IntroductionQuestions /> : <WhyYouTwo id={data.id} />}
            <Card>
              <MemberTabs isBesideFacts member={data} level="h2" />
            </Card>
            <IntroductionsMade id={data.id} />
            <Contributions key={data.id} id={data.id} />
            {isOwn && <RequestsForMe id={data.id} />}
          </div>
        </div>
      ) : isNotFound(error) ? (
        <>
          <h1 className="sr-only">Member</h1>
          <EmptyState
            icon={UserX}
            title={NOT_FOUND}
            text="The requested member profile could not be found."
            action={<ReturnToMembers />}
          />
        </>
      ) : error ? (
        <>
          <h1 className="sr-only">Member</h1>
          <ErrorState
            title="Error Loading Profile"
            text={problemOf(id, error)}
            again={refetch}
            action={<ReturnToMembers />}
          />
        </>
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

const AsOthersNotice = () => (
  <div className="mb-4">
    <Banner
      tone="info"
      action={
        <LinkButton variant="secondary" size="sm" render={<Link to="/profile" />}>
          Back to My Profile
        </LinkButton>
      }
    >
      This is your page as other members see it. The buttons do nothing here.
    </Banner>
  </div>
)

const ReturnToMembers = () => (
  <LinkButton variant="secondary" render={<Link to="/members" />}>
    Return to Members
  </LinkButton>
)

function PageSkeleton() {
  return (
    <SkeletonRegion label="Loading member" className="grid items-start gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
      <h1 className="sr-only">Member</h1>
      <Card>
        <div className="flex flex-col items-center gap-4">
          <Skeleton round className="size-28" />
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-4 w-56" />
        </div>
        <div className="mt-6">
          <SkeletonLines lines={7} />
        </div>
      </Card>
      <Card>
        <Skeleton className="mb-8 h-9 w-64" />
        <SkeletonLines lines={8} />
      </Card>
    </SkeletonRegion>
  )
}
