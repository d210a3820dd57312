import { CircleCheck, CirclePlus, CircleX, Hourglass, type LucideIcon, Play, ThumbsUp } from 'lucide-react'
import { messageOf } from '../../../web/api/call.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { momentOf } from '../../../web/ui/dates.ts'
import { SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { Timeline, TimelineItem } from '../../../web/ui/Timeline.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import type { IntroductionRequest } from '../contract.ts'
import type { Status } from '../shared/labels.ts'
import { useHistory } from './requests.ts'
import { StatusBadge } from './StatusBadge.tsx'

const icons: Record<Status, LucideIcon> = {
  pending: Hourglass,
  in_progress: Play,
  approved: ThumbsUp,
  declined: CircleX,
  completed: CircleCheck,
}

/** Who changed the status of the request, and when. */
export function History({ request }: { request: IntroductionRequest }) {
  const { data, error, refetch } = useHistory(request)
  return (
    <section aria-labelledby="introduction-history" className="mt-8">
      <h3 id="introduction-history" className="mb-4 text-xl">
        History
      </h3>
      {data ? (
        <Timeline label="History">
          {data.map(step => (
            <TimelineItem
              key={step.id}
              icon={step.from_status ? icons[step.to_status] : CirclePlus}
              time={momentOf(step.created_at)}
            >
              {step.is_automatic ? (
                'The status changed by itself to '
              ) : (
                <>
                  <bdi className="font-medium wrap-anywhere">{step.user_name || 'A former member'}</bdi>
                  {step.from_status ? ' set the status to ' : ' asked for this introduction '}
                </>
              )}
              {step.from_status && <StatusBadge status={step.to_status} />}
            </TimelineItem>
          ))}
        </Timeline>
      ) : error ? (
        <Banner action={<TryAgain size="sm" again={refetch} />}>{messageOf(error)}</Banner>
      ) : (
        <SkeletonRegion label="Loading the history">
          <SkeletonLines lines={2} />
        </SkeletonRegion>
      )}
    </section>
  )
}
