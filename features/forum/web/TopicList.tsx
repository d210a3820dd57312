import { Link } from '@tanstack/react-router'
import { MessagesSquare, Plus } from 'lucide-react'
import { loadProblem } from '../../../web/api/call.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { useDebouncedText } from '../../../web/list/use-debounced-text.ts'
import { useLazyCards } from '../../../web/list/use-lazy-cards.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { ClearFilters } from '../../../web/ui/ClearFilters.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { categories, listTopics, type Topic, topicListing } from '../contract.ts'
import { orderOf, orders, rememberOrder } from './order.ts'
import { TopicCard, TopicSkeleton } from './TopicCard.tsx'

/** Id of the link that opens the New Topic dialog. */
export const NEW_TOPIC = 'new-topic'
const ALL = 'All Categories'
const tabs = [
  { value: 'all', label: 'All Topics' },
  { value: 'pinned', label: 'Pinned' },
] as const

export function TopicList({ onEdit }: { onEdit: (topic: Topic) => void }) {
  const [filters, setFilters] = useFilters('q', 'category', 'tab', 'sort')
  const [typed, type] = useDebouncedText(filters.q, q => setFilters({ q }))
  const lazyCards = useLazyCards()
  const sort = orderOf(filters.sort)
  const listing = topicListing({ ...filters, sort: sort === 'newest' ? '' : sort })
  const topics = usePages(listTopics, listing)
  // Optimistic update: an unpinned topic leaves the pinned list before the server responds.
  const found = (topics.data?.pages.flat() ?? []).filter(topic => topic.is_pinned || !listing.pinned)
  const isFiltered = Boolean(listing.q || listing.category || listing.pinned)

  function content() {
    if (topics.isPending)
      return (
        <SkeletonRegion label="Loading topics" times={5} className="flex flex-col gap-4">
          <TopicSkeleton />
        </SkeletonRegion>
      )
    if (found.length === 0 && topics.isError)
      return (
        <ErrorState title="The topics could not be loaded" text={loadProblem(topics.error)} again={topics.refetch} />
      )
    if (found.length === 0)
      return (
        <EmptyState
          icon={MessagesSquare}
          title="No topics found"
          text={isFiltered ? 'Try adjusting your search or filter criteria.' : 'Be the first to start a discussion.'}
          action={isFiltered && <ClearFilters onClick={() => setFilters({ q: '', category: '', tab: '' })} />}
        />
      )
    return (
      <>
        <div className={cx('flex flex-col gap-4', lazyCards)} aria-busy={topics.isPlaceholderData}>
          {found.map(topic => (
            <TopicCard key={topic.id} topic={topic} query={listing.q ?? ''} onEdit={onEdit} />
          ))}
        </div>
        <LoadMore what="topics" pages={topics} />
      </>
    )
  }

  return (
    <>
      <PageHeader
        title="Community Forum"
        subtitle="Discuss, share, and learn with other founders"
        back={<Link to="/">Home</Link>}
        actions={
          <LinkButton
            icon={Plus}
            render={<Link id={NEW_TOPIC} to="/forum/new" search={(now: object) => now as never} resetScroll={false} />}
          >
            New Topic
          </LinkButton>
        }
      />
      <div className="mb-4 flex flex-col gap-3 sm:flex-row">
        <div className="sm:max-w-sm sm:flex-1">
          <SearchBox placeholder="Search topics..." value={typed} onChange={type} />
        </div>
        <div className="sm:w-52">
          <Select
            label="Category"
            labelHidden
            options={[ALL, ...categories]}
            value={listing.category ?? ALL}
            onChange={category => setFilters({ category: category === ALL ? '' : category })}
          />
        </div>
        <div className="sm:w-44">
          <Select
            label="Order"
            labelHidden
            options={orders}
            value={sort}
            onChange={order => {
              rememberOrder(order)
              setFilters({ sort: order === 'newest' ? '' : order })
            }}
          />
        </div>
      </div>
      <Tabs
        label="Which topics"
        items={tabs}
        value={listing.pinned ? 'pinned' : 'all'}
        onChange={tab => setFilters({ tab: tab === 'all' ? '' : tab })}
      >
        <NewRows list={listTopics} input={listing} one="topic" />
        {content()}
      </Tabs>
    </>
  )
}
