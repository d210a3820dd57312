import { messageOf } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { KnownBy } from '../../../web/ui/KnownBy.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { getTies } from '../../ties/contract.ts'
import type { IntroductionRequest } from '../contract.ts'
import { seekingStatuses } from '../shared/labels.ts'
import { AskThem } from './AskThem.tsx'

/** Who knows the investor whom the request is about. Its requester can ask them. */
export function WhoKnows({ request }: { request: IntroductionRequest }) {
  return request.target_investor_id === null ? null : <Known request={request} id={request.target_investor_id} />
}

function Known({ request, id }: { request: IntroductionRequest; id: number }) {
  const { data, error, refetch } = useApi(getTies, { id })
  return (
    <section aria-labelledby="who-knows" className="mt-8">
      <h3 id="who-knows" className="mb-4 text-xl">
        Who knows them
      </h3>
      {data ? (
        <KnownBy {...data} />
      ) : error ? (
        <Banner title="Who knows them could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      ) : (
        <SkeletonRegion label="Loading who knows them">
          <SkeletonLines lines={2} />
        </SkeletonRegion>
      )}
      {request.can_edit && seekingStatuses.includes(request.status) && <AskThem requestId={request.id} />}
    </section>
  )
}
