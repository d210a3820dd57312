import { Link } from '@tanstack/react-router'
import { Handshake } from 'lucide-react'
import { ApiError, loadProblem } from '../../../web/api/call.ts'
import { usePageTitle } from '../../../web/app/page-title.ts'
import { useReadThread } from '../../../web/app/read-thread.ts'
import { useUnsent } from '../../../web/form/use-unsent.ts'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { Stars } from '../../../web/ui/Stars.tsx'
import { Unsent } from '../../../web/ui/Unsent.tsx'
import type { Investor } from '../contract.ts'
import { AboutCard } from './AboutCard.tsx'
import { Comments } from './Comments.tsx'
import { ContactCard } from './ContactCard.tsx'
import { InvestorActions } from './InvestorActions.tsx'
import { investorDraft } from './investor-form.ts'
import { titleAtFirm } from './investor-text.ts'
import { Neighbours } from './Neighbours.tsx'
import { OpenRequests } from './OpenRequests.tsx'
import { RatingsCard } from './RatingsCard.tsx'
import { TiesCard } from './TiesCard.tsx'
import type { Address, useBackToList } from './use-address.ts'
import { useInvestor } from './use-investors.ts'
import { Waiting } from './Waiting.tsx'

const NOT_FOUND = 'Investor not found'

const RequestIntroduction = ({ investor }: { investor: Investor }) => (
  <LinkButton
    icon={Handshake}
    render={
      <Link
        to="/create-introduction-request"
        search={{ investor: String(investor.id), target_person: investor.name } as never}
      />
    }
  >
    Request introduction
  </LinkButton>
)

type Props = {
  id: number
  /** The comment that the URL leads to. */
  commentId?: number
  /** The list it was opened from, for the previous and next investor. */
  address: Address
  back: ReturnType<typeof useBackToList>
  onEdit: (investor: Investor) => void
}

/** The member's drafts for a deleted investor. */
const Drafts = ({ id }: { id: number }) => (
  <div className="mt-4">
    <Unsent texts={useUnsent(investorDraft(id))} />
  </div>
)

export function InvestorView({ id, commentId, address, back, onEdit }: Props) {
  const { data: investor, error, refetch } = useInvestor(id)
  const isGone = !investor && error instanceof ApiError && error.status === 404
  usePageTitle(isGone ? NOT_FOUND : investor?.name)
  useReadThread('investor', investor?.id)
  const toList = (
    <Link {...back.link} onClick={back.onClick}>
      Back to investors
    </Link>
  )
  if (!investor) {
    return (
      <>
        <PageHeader back={toList} title="Investor Database" />
        {error ? (
          <ErrorState
            title={isGone ? NOT_FOUND : 'This investor could not be loaded'}
            text={isGone ? 'It may have been deleted.' : loadProblem(error)}
            again={!isGone && refetch}
          />
        ) : (
          <Waiting for="Loading the investor" />
        )}
        {isGone && <Drafts id={id} />}
      </>
    )
  }
  return (
    <article aria-label={investor.name}>
      {/* Announces the name after previous/next, where the focus stays on the link. */}
      <p role="status" className="sr-only">
        {investor.name}
      </p>
      <PageHeader
        back={toList}
        title={investor.name}
        subtitle={titleAtFirm(investor)}
        actions={
          <>
            <RequestIntroduction investor={investor} />
            {investor.is_creator && (
              <InvestorActions investor={investor} onEdit={() => onEdit(investor)} onDeleted={back.afterDelete} />
            )}
            <Neighbours id={id} address={address} />
          </>
        }
      />
      <div className="-mt-3 mb-6 flex min-h-6 items-center">
        {investor.avg_rating === null ? (
          <span className="text-sm text-muted">No ratings yet</span>
        ) : (
          <Stars value={investor.avg_rating} raters={investor.rater_count} size={20} />
        )}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]">
        <AboutCard investor={investor} />
        <div className="grid gap-4 lg:row-span-2">
          <ContactCard investor={investor} />
          <TiesCard key={id} investorId={id} />
          <OpenRequests investorId={id} />
          {investor.rating_count > 0 && <RatingsCard investor={investor} />}
        </div>
        <Comments key={id} investorId={id} linkedId={commentId} />
      </div>
    </article>
  )
}
