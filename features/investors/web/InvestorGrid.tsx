import { Landmark } from 'lucide-react'
import { loadProblem } from '../../../web/api/call.ts'
import { useLazyCards } from '../../../web/list/use-lazy-cards.ts'
import { ClearFilters } from '../../../web/ui/ClearFilters.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { InvestorCard } from './InvestorCard.tsx'
import type { useInvestors } from './use-investors.ts'
import { Waiting } from './Waiting.tsx'

type Props = {
  investors: ReturnType<typeof useInvestors>
  query: string
  /** Whether a search or tags are set, which can be cleared. */
  isFiltered: boolean
  /** Whether any investor exists, without the filters and the tab. */
  hasAny: boolean
  onClear: () => void
}

export function InvestorGrid({ investors, query, isFiltered, hasAny, onClear }: Props) {
  const lazyCards = useLazyCards()
  const cards = investors.data?.pages.flat()
  if (investors.isLoadingError)
    return (
      <ErrorState title="Investors could not be loaded" text={loadProblem(investors.error)} again={investors.refetch} />
    )
  if (!cards) return <Waiting for="Loading investors" />
  if (cards.length === 0)
    return (
      <EmptyState
        icon={Landmark}
        title="No investors found"
        text={
          isFiltered || hasAny
            ? 'Try adjusting your search or filter criteria.'
            : 'Be the first to add an investor to the database.'
        }
        action={isFiltered && <ClearFilters onClick={onClear} />}
      />
    )
  return (
    <div className="@container">
      <ul
        aria-label="Investors"
        aria-busy={investors.isPlaceholderData}
        className={cx(
          'grid gap-4 transition-opacity @xl:grid-cols-2 @3xl:grid-cols-3',
          investors.isPlaceholderData && 'opacity-60',
          lazyCards,
        )}
      >
        {cards.map(investor => (
          <InvestorCard key={investor.id} investor={investor} query={query} />
        ))}
      </ul>
      {!investors.isPlaceholderData && <LoadMore what="investors" pages={investors} />}
    </div>
  )
}
