import { BookOpen } from 'lucide-react'
import { useRef } from 'react'
import { ApiError } from '../../../web/api/call.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { ClearFilters } from '../../../web/ui/ClearFilters.tsx'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { reloadPage, TryAgain } from '../../../web/ui/TryAgain.tsx'
import { useFocusFirstNew } from '../../../web/ui/use-focus-first-new.ts'
import type { Resource } from '../contract.ts'
import { ResourceCard, ResourceSkeleton } from './ResourceCard.tsx'
import type { useResources } from './use-resources.ts'

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

type Props = {
  resources: ReturnType<typeof useResources>
  query: string
  isFiltered: boolean
  onClear: () => void
  onEdit: (resource: Resource) => void
  onRemove: (resource: Resource) => void
}

export function ResourceList({ resources, query, isFiltered, onClear, onEdit, onRemove }: Props) {
  const found = resources.data?.pages.flat() ?? []
  const list = useRef<HTMLDivElement>(null)
  const focusFirstNew = useFocusFirstNew(list, found.length)
  function showMore() {
    focusFirstNew()
    void resources.fetchNextPage()
  }
  if (resources.isPending)
    return (
      <SkeletonRegion label="Loading resources" times={6} className={grid}>
        <ResourceSkeleton />
      </SkeletonRegion>
    )
  if (resources.isError && found.length === 0)
    return <ErrorState title="Failed to load resources" text={reasonOf(resources.error)} again={reloadPage} />
  if (found.length === 0 && !isFiltered) return <EmptyState icon={BookOpen} title="No resources available" />
  if (found.length === 0)
    return <EmptyState icon={BookOpen} title="No resources found" action={<ClearFilters onClick={onClear} />} />
  return (
    <>
      <div ref={list} className={grid} aria-busy={resources.isPlaceholderData}>
        {found.map(resource => (
          <ResourceCard key={resource.id} resource={resource} query={query} onEdit={onEdit} onRemove={onRemove} />
        ))}
      </div>
      {resources.hasNextPage && (
        <div className="mt-6 flex justify-center">
          {resources.isFetchNextPageError ? (
            <Banner action={<TryAgain size="sm" again={resources.fetchNextPage} />}>
              More resources could not be loaded.
            </Banner>
          ) : (
            <Button variant="secondary" busy={resources.isFetchingNextPage} onClick={showMore}>
              Show more resources
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The server's message, if the error is from our server (it has a request id). */
function reasonOf(error: Error): string {
  const isFromServer = error instanceof ApiError && error.requestId !== null
  return isFromServer ? error.message : 'An unexpected error occurred while fetching resources'
}
