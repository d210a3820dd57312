import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { loadProblem } from '../../../web/api/call.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { useDebouncedText } from '../../../web/list/use-debounced-text.ts'
import { usePages } from '../../../web/list/use-pages.ts'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { SkeletonList, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { type Kind, searchCommunity, searchListing } from '../contract.ts'
import { HitLine } from './HitLine.tsx'
import { addressOf, areClose, looks } from './kinds.ts'
import './follow-search.ts'

const tabs: { value: Kind | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  ...(Object.keys(looks) as Kind[]).map(kind => ({ value: kind, label: looks[kind].many })),
]

export default function SearchPage() {
  const [filters, setFilters] = useFilters('q', 'kind')
  const listing = searchListing(filters)
  const [typed, type] = useDebouncedText(filters.q, q => setFilters({ q }))
  return (
    <>
      <PageHeader title="Search" subtitle="Members, topics, events and everything else in one place" />
      <div className="mb-4 sm:max-w-lg">
        <SearchBox placeholder="Search the community..." value={typed} onChange={type} />
      </div>
      <Tabs
        label="Kind of result"
        items={tabs}
        value={listing.kind ?? 'all'}
        onChange={kind => setFilters({ kind: kind === 'all' ? '' : kind })}
      >
        {listing.q ? (
          <Results q={listing.q} kind={listing.kind} limit={listing.limit} />
        ) : (
          <EmptyState
            icon={Search}
            title="What are you looking for?"
            text="Type a name, a title or any words. Small typing errors in names and titles are forgiven."
          />
        )}
      </Tabs>
    </>
  )
}

function Results(listing: { q: string; kind?: Kind; limit: number }): ReactNode {
  const { q, kind } = listing
  const pages = usePages(searchCommunity, listing, { keeps: before => before.kind === kind })
  const hits = pages.data?.pages.flat() ?? []
  if (pages.isPending)
    return (
      <SkeletonRegion label="Loading results">
        <SkeletonList rows={8} />
      </SkeletonRegion>
    )
  if (hits.length === 0 && pages.isError)
    return <ErrorState title="The results could not be loaded" text={loadProblem(pages.error)} again={pages.refetch} />
  if (hits.length === 0)
    return <EmptyState icon={Search} title="Nothing found" text="Try fewer or other words, or another kind." />
  const what = kind ? looks[kind].many.toLowerCase() : 'results'
  return (
    <>
      {areClose(hits) && <p className="mb-3 text-sm text-muted">No exact match, these are similar.</p>}
      <ul aria-label="Results" aria-busy={pages.isPlaceholderData} className="flex flex-col gap-2">
        {hits.map(hit => (
          <li key={`${hit.kind}-${hit.id}`}>
            <Link
              to={addressOf(hit) as never}
              className="flex gap-3 rounded-card border border-line bg-surface px-4 py-3 transition-colors hover:border-edge"
            >
              <HitLine hit={hit} query={q} lines={2} />
            </Link>
          </li>
        ))}
      </ul>
      {!kind && hits.length >= listing.limit && (
        <p className="mt-4 text-center text-sm text-muted">These are the best ones. Choose a kind to see all of it.</p>
      )}
      <LoadMore what={what} pages={pages} />
    </>
  )
}
