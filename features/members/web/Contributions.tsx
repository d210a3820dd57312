import { Link } from '@tanstack/react-router'
import { BookOpen, CalendarDays, Landmark, type LucideIcon, MessageSquare, PenLine } from 'lucide-react'
import { useRef, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import { SkeletonList, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { Timeline, TimelineItem } from '../../../web/ui/Timeline.tsx'
import { useFocusFirstNew } from '../../../web/ui/use-focus-first-new.ts'
import {
  type Contribution,
  contributionListing,
  countContributions,
  type Kind,
  kinds,
  listContributions,
} from '../../contributions/contract.ts'
import { useReadAgainIfGone } from './use-read-again-if-gone.ts'

const looks: Record<Kind, { label: string; icon: LucideIcon; verb: string }> = {
  topic: { label: 'Topics', icon: PenLine, verb: 'Started the topic' },
  reply: { label: 'Replies', icon: MessageSquare, verb: 'Replied to' },
  event: { label: 'Events', icon: CalendarDays, verb: 'Added the event' },
  resource: { label: 'Resources', icon: BookOpen, verb: 'Shared' },
  review: { label: 'Investor reviews', icon: Landmark, verb: 'Reviewed' },
}

/** What the member did in their own name. Nothing is shown if there is nothing, or if it cannot be loaded. */
export function Contributions({ id }: { id: number }) {
  const [kind, setKind] = useState<Kind>()
  const { data: counts, error } = useApi(countContributions, { id })
  useReadAgainIfGone(id, error)
  const present = kinds.filter(each => counts?.[each])
  if (!counts || present.length === 0) return null
  const total = present.reduce((sum, each) => sum + counts[each], 0)
  return (
    <Card
      as="section"
      aria-label="Contributions"
      title="Contributions"
      action={present.length === 1 && <span className="text-xl tabular-nums">{total}</span>}
    >
      {present.length > 1 && (
        <fieldset className="mb-5 flex flex-wrap gap-2">
          <legend className="sr-only">Kind of contribution</legend>
          <KindButton label="All" count={total} isChosen={!kind} onChoose={() => setKind(undefined)} />
          {present.map(each => (
            <KindButton
              key={each}
              label={looks[each].label}
              count={counts[each]}
              isChosen={kind === each}
              onChoose={() => setKind(each)}
            />
          ))}
        </fieldset>
      )}
      <List id={id} kind={kind} />
    </Card>
  )
}

type KindButtonProps = { label: string; count: number; isChosen: boolean; onChoose: () => void }

function KindButton({ label, count, isChosen, onChoose }: KindButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-sm transition-colors pointer-coarse:h-11',
        isChosen
          ? 'border-transparent bg-accent font-medium text-on-accent'
          : 'border-edge/60 bg-surface hover:border-edge hover:bg-sunken',
      )}
    >
      {label} <span className="tabular-nums opacity-80">{count}</span>
    </button>
  )
}

function List({ id, kind }: { id: number; kind?: Kind }) {
  const pages = usePages(listContributions, { id, ...contributionListing({ kind }) })
  const rows = pages.data?.pages.flat() ?? []
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLElement>(null)
  const focusFirstNew = useFocusFirstNew(list, rows.length)
  const showMore = () => {
    list.current = frame.current?.querySelector('ol') ?? null
    focusFirstNew()
    void pages.fetchNextPage()
  }
  if (pages.isPending)
    return (
      <SkeletonRegion label="Loading contributions">
        <SkeletonList rows={3} />
      </SkeletonRegion>
    )
  if (pages.isError && rows.length === 0)
    return (
      <Banner action={<TryAgain onClick={() => void pages.refetch()} />}>The contributions could not be loaded.</Banner>
    )
  return (
    <div ref={frame}>
      <Timeline label="Contributions">
        {rows.map(row => (
          <TimelineItem
            key={`${row.kind}-${row.id}`}
            icon={looks[row.kind].icon}
            time={<RelativeTime when={row.created_at} />}
          >
            {looks[row.kind].verb} <Subject of={row} />
          </TimelineItem>
        ))}
      </Timeline>
      {pages.isFetchNextPageError ? (
        <Banner action={<TryAgain onClick={showMore} />}>More contributions could not be loaded.</Banner>
      ) : (
        pages.hasNextPage && (
          <div className="mt-4 flex justify-center">
            <Button variant="secondary" size="sm" busy={pages.isFetchingNextPage} onClick={showMore}>
              Show more
            </Button>
          </div>
        )
      )}
    </div>
  )
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button variant="secondary" size="sm" onClick={onClick}>
    Try Again
  </Button>
)

function Subject({ of: { kind, id, subject_id, subject } }: { of: Contribution }) {
  const at = {
    className: 'text-accent wrap-anywhere underline-offset-2 hover:underline',
    children: <bdi>{subject}</bdi>,
  }
  const number = String(subject_id)
  switch (kind) {
    case 'topic':
      return <Link to="/forum/$id" params={{ id: number }} {...at} />
    case 'reply':
      return <Link to="/forum/$id" params={{ id: number }} search={{ reply: String(id) } as never} {...at} />
    case 'event':
      return <Link to="/events" search={{ event: number } as never} {...at} />
    case 'resource':
      return <Link to="/resources" search={{ q: subject } as never} {...at} />
    case 'review':
      return <Link to="/investors" search={{ investor: number, comment: String(id) } as never} {...at} />
  }
}
