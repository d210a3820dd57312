import { Skeleton, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'

/** Skeleton of a card's rows. */
export function RowsSkeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <SkeletonRegion label={label} className="-my-4 divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => row).map(row => (
        <div key={row} className="flex items-center gap-3 py-4">
          <Skeleton round className="size-9 shrink-0" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3.5 w-56" />
          </div>
          <Skeleton className="h-9 w-24" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
