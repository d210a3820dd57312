import { Skeleton, SkeletonLines, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'

/** Skeletons of the cards being loaded, as high as a typical card. */
export function MemberSkeletons({ count = 9, label = 'Loading members' }: { count?: number; label?: string }) {
  return (
    <SkeletonRegion label={label} className="@container">
      {/* The same breakpoints as in MemberGrid. */}
      <div className="grid gap-4 @min-[560px]:grid-cols-2 @min-[860px]:grid-cols-3">
        {Array.from({ length: count }, (_, at) => at).map(at => (
          <div
            key={at}
            data-skeleton="card"
            className="flex h-[340px] min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-5"
          >
            <div className="flex items-center gap-4">
              <Skeleton round className="size-12 shrink-0" />
              <div className="flex flex-1 flex-col gap-2.5">
                <Skeleton className="h-5 w-3/5" />
                <Skeleton className="h-3.5 w-4/5" />
              </div>
            </div>
            <SkeletonLines lines={4} />
            {[0, 1, 2].map(line => (
              <div key={line} className="flex gap-1.5">
                <Skeleton round className="h-5 w-20" />
                <Skeleton round className="h-5 w-16" />
              </div>
            ))}
            <Skeleton className="mt-auto h-3.5 w-2/5" />
          </div>
        ))}
      </div>
    </SkeletonRegion>
  )
}
