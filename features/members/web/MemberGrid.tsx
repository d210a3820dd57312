import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import type { ListedMember } from '../contract.ts'
import { MemberCardView } from './MemberCardView.tsx'
import { MemberSkeletons } from './MemberSkeletons.tsx'

const GAP = 16
const CARD_HEIGHT = 340
const LOAD_AHEAD_ROWS = 4
/** The heights of the rows when the list was left: with estimated ones, Back would find other cards at the scroll position. */
let kept: { columns: number; rows: VirtualItem[] } = { columns: 3, rows: [] }

/** A virtualised grid: only the rows near the viewport are in the DOM, so that 100,000 members scroll smoothly. */
export function MemberGrid({
  cards,
  query,
  onOpen,
  isBusy,
  hasMore,
  hasFailed,
  onMore,
}: {
  cards: ListedMember[]
  query: string
  onOpen: (id: number) => void
  isBusy: boolean
  hasMore: boolean
  hasFailed: boolean
  onMore: () => Promise<unknown>
}) {
  const list = useRef<HTMLDivElement>(null)
  const { columns, top } = useLayout(list)
  const rows = Math.ceil(cards.length / columns)
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => CARD_HEIGHT,
    gap: GAP,
    overscan: 3,
    scrollMargin: top,
    getItemKey: row => cards[row * columns]?.id ?? row,
    initialMeasurementsCache: kept.rows,
  })
  // The heights of rows with another number of cards do not apply.
  const measuredColumns = useRef(kept.columns)
  useLayoutEffect(() => {
    if (measuredColumns.current !== columns) virtual.measure()
    measuredColumns.current = columns
  }, [virtual, columns])
  useEffect(
    () => () => {
      kept = { columns: measuredColumns.current, rows: virtual.takeSnapshot() }
    },
    [virtual],
  )
  const visibleRows = virtual.getVirtualItems()
  const last = visibleRows.at(-1)?.index ?? 0
  const wantsMore = hasMore && !hasFailed && last >= rows - LOAD_AHEAD_ROWS
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every loaded page, not for every new function
  useEffect(() => {
    if (wantsMore) void onMore()
  }, [wantsMore, cards.length])

  return (
    <>
      <div
        ref={list}
        role="feed"
        aria-label="Members"
        aria-busy={isBusy}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {visibleRows.map(row => (
          <div
            key={row.key}
            ref={virtual.measureElement}
            data-index={row.index}
            className="absolute inset-x-0 top-0 grid gap-4"
            style={{
              transform: `translateY(${row.start - top}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {cards.slice(row.index * columns, (row.index + 1) * columns).map((card, at) => (
              <MemberCardView
                key={card.id}
                card={card}
                query={query}
                onOpen={onOpen}
                position={row.index * columns + at + 1}
                setSize={hasMore ? -1 : cards.length}
              />
            ))}
          </div>
        ))}
      </div>
      {hasMore && !hasFailed && (
        <div className="mt-4">
          <MemberSkeletons count={columns} label="Loading more members" />
        </div>
      )}
      {hasFailed && (
        <div role="alert" className="mt-6 flex flex-wrap items-center justify-center gap-4 text-muted">
          <span>More members could not be loaded.</span>
          <TryAgain again={onMore}>Try again</TryAgain>
        </div>
      )}
    </>
  )
}

/** How many columns fit, and the list's offset from the top of the page. */
function useLayout(list: React.RefObject<HTMLDivElement | null>) {
  const [layout, setLayout] = useState({ columns: kept.columns, top: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const next = {
        columns: box.width >= 860 ? 3 : box.width >= 560 ? 2 : 1,
        top: Math.round(box.top + window.scrollY),
      }
      setLayout(now => (now.columns === next.columns && now.top === next.top ? now : next))
    }
    measure()
    // Observe the whole page: content above the list, such as the chips, moves the list too.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return layout
}
