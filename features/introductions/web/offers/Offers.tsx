import { type ReactNode, type Ref, useRef, useState } from 'react'
import { messageOf } from '../../../../web/api/call.ts'
import { useUnsent } from '../../../../web/form/use-unsent.ts'
import { Banner } from '../../../../web/ui/Banner.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../../web/ui/TryAgain.tsx'
import { liveStates } from '../../../offers/contract.ts'
import type { IntroductionRequest } from '../../contract.ts'
import { seekingStatuses } from '../../shared/labels.ts'
import { MakeOffer, offerOn } from './MakeOffer.tsx'
import { MyOffer } from './MyOffer.tsx'
import { OffersForMe } from './OffersForMe.tsx'
import { useOffers } from './use-offers.ts'

type Props = { request: IntroductionRequest }

/** Offers to make the introduction: to the requester all of them, to another member their own, or a button to offer. */
export const Offers = ({ request }: Props) =>
  request.can_edit ? <ToRequester request={request} /> : <ToOthers request={request} />

function ToRequester({ request }: Props) {
  const { data, error, refetch } = useOffers(request)
  const heading = useRef<HTMLHeadingElement>(null)
  // Otherwise nobody can offer.
  if (data?.offers.length === 0 && !seekingStatuses.includes(request.status)) return null
  return (
    <Section ref={heading} title="Offers to introduce you">
      {data ? (
        <OffersForMe request={request} data={data} onChange={() => heading.current?.focus()} />
      ) : error ? (
        <NotLoaded error={error} again={refetch} />
      ) : (
        <SkeletonRegion label="Loading the offers">
          <SkeletonLines lines={2} />
        </SkeletonRegion>
      )}
    </Section>
  )
}

function ToOthers({ request }: Props) {
  const { data, error, refetch } = useOffers(request)
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = () => heading.current?.focus()
  // Somebody who writes an offer when no more are taken keeps what they wrote.
  const [isWriting, setWriting] = useState(useUnsent(offerOn(request.id)).length > 0)
  const takesOffers = data?.can_offer ?? false
  // The newest first: an earlier one has ended.
  const mine = data?.offers[0]
  const sent = mine && liveStates.includes(mine.state) ? mine : undefined
  if (!data && error)
    return (
      <Section ref={heading} title="Can you make this introduction?">
        <NotLoaded error={error} again={refetch} />
      </Section>
    )
  if (!data || (!mine && !takesOffers && !isWriting)) return null
  return (
    <Section ref={heading} title={mine ? 'Your offer' : 'Can you make this introduction?'}>
      {mine && <MyOffer request={request} offer={mine} outside={data.outside} onChange={focus} />}
      {(takesOffers || isWriting) && (
        <MakeOffer
          request={request}
          isAgain={Boolean(mine)}
          isClosed={!takesOffers}
          sentNote={sent?.note}
          onWriting={setWriting}
          onDone={focus}
        />
      )}
    </Section>
  )
}

const NotLoaded = ({ error, again }: { error: unknown; again: () => Promise<unknown> }) => (
  <Banner title="The offers could not be loaded" action={<TryAgain size="sm" again={again} />}>
    {messageOf(error)}
  </Banner>
)

const Section = ({ ref, title, children }: { ref: Ref<HTMLHeadingElement>; title: string; children: ReactNode }) => (
  <section aria-labelledby="introduction-offers" className="mt-8">
    <h3 ref={ref} id="introduction-offers" tabIndex={-1} className="mb-3 text-xl outline-none">
      {title}
    </h3>
    <div className="flex flex-col items-start gap-3">{children}</div>
  </section>
)
