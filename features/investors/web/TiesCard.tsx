import { messageOf } from '../../../web/api/call.ts'
import { useApi } from '../../../web/api/query.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { KnownBy } from '../../../web/ui/KnownBy.tsx'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { getTies } from '../../ties/contract.ts'
import { MyTie } from './MyTie.tsx'

/** Who knows the investor, and whether the reader does. */
export function TiesCard({ investorId }: { investorId: number }) {
  const { data, error, refetch } = useApi(getTies, { id: investorId })
  return (
    <Card as="section" title="Who knows them">
      {data ? (
        <>
          <KnownBy {...data} />
          <MyTie investorId={investorId} mine={data.mine} />
        </>
      ) : error ? (
        <Banner title="Who knows them could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
          {messageOf(error)}
        </Banner>
      ) : (
        <SkeletonRegion label="Loading who knows them">
          <SkeletonLines lines={4} />
        </SkeletonRegion>
      )}
    </Card>
  )
}
