import { Fragment, type ReactNode } from 'react'
import { cx } from './cx.ts'

/** One grey placeholder, as large as the content it replaces. */
export function Skeleton({ className, round = false }: { className: string; round?: boolean }) {
  const corners = round ? 'rounded-full' : 'rounded-control'
  return <span aria-hidden="true" className={cx('block max-w-full animate-breathe bg-sunken', corners, className)} />
}

/** Around skeletons: `label` describes to screen readers what is loading. */
export function SkeletonRegion({
  label,
  children,
  times = 1,
  className,
}: {
  label: string
  /** Rendered `times` times. */
  children: ReactNode
  times?: number
  className?: string
}) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={className}>
      {Array.from({ length: times }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Fragment key={n}>{children}</Fragment>
      ))}
    </div>
  )
}

export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <span className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => line).map(line => (
        <Skeleton key={line} className={line === lines - 1 ? 'h-3.5 w-3/5' : 'h-3.5 w-full'} />
      ))}
    </span>
  )
}

/** The outline of a card: picture, two header lines, text, badges, footer. */
export function SkeletonCard({
  disc = true,
  lines = 2,
  badges = 2,
}: {
  disc?: boolean
  lines?: number
  badges?: number
}) {
  return (
    <div data-skeleton="card" className="flex min-w-0 flex-col gap-5 rounded-card border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        {disc && <Skeleton round className="size-12 shrink-0" />}
        <div className="flex flex-1 flex-col gap-2.5">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      </div>
      {lines > 0 && <SkeletonLines lines={lines} />}
      {badges > 0 && (
        <div className="flex gap-1.5">
          {Array.from({ length: badges }, (_, badge) => badge).map(badge => (
            <Skeleton key={badge} round className="h-5 w-16" />
          ))}
        </div>
      )}
      <div className="flex items-center justify-between">
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-8 w-24" />
      </div>
    </div>
  )
}

/** The outline of a list of rows in one card. */
export function SkeletonList({ rows = 4 }: { rows?: number }) {
  return (
    <div data-skeleton="list" className="divide-y divide-line rounded-card border border-line bg-surface px-5">
      {Array.from({ length: rows }, (_, row) => row).map(row => (
        <div key={row} className="flex items-center gap-4 py-4">
          <Skeleton round className="size-8 shrink-0" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
