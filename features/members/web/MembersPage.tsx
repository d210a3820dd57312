import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useFilters } from '../../../web/list/filters.ts'
import { useDebouncedText } from '../../../web/list/use-debounced-text.ts'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { reloadPage } from '../../../web/ui/TryAgain.tsx'
import { useLoadError } from '../../../web/ui/use-load-error.ts'
import { MemberCount } from './MemberCount.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { MemberFilterBar } from './MemberFilterBar.tsx'
import { MemberGrid } from './MemberGrid.tsx'
import { MemberOrder, memberOrder } from './MemberOrder.tsx'
import { MemberSkeletons } from './MemberSkeletons.tsx'
import { useMemberCounts, useMemberFilters, useMembers } from './use-members.ts'
import { useOpenMember } from './use-open-member.ts'

export default function MembersPage() {
  const [filters, setFilters] = useMemberFilters()
  const [typed, type] = useDebouncedText(filters.q, q => setFilters({ q }))
  const [{ sort: inUrl }, setOrder] = useFilters('sort')
  const sort = memberOrder(inUrl)
  const members = useMembers({ ...filters, sort })
  const counts = useMemberCounts(filters)
  const cards = members.data?.pages.flat()
  const { openId, open, show, close } = useOpenMember()
  useLoadError(members.isLoadingError, 'Failed to load members')

  return (
    <>
      <PageHeader
        back={<Link to="/">Back to Home</Link>}
        title="Members"
        subtitle="Connect with other founders in the community"
      />
      <MemberFilterBar filters={filters} typed={typed} onType={type} onChange={setFilters} counts={counts.data} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <MemberCount counts={cards && counts.data} hasFailed={counts.isError || members.isLoadingError} />
        <MemberOrder sort={sort} onChange={order => setOrder({ sort: order })} />
      </div>
      {members.isLoadingError ? (
        <ErrorState
          title="Failed to load members"
          text="There was an error fetching the member data."
          again={reloadPage}
          againText="Try again"
        />
      ) : !cards ? (
        <MemberSkeletons />
      ) : cards.length === 0 ? (
        <EmptyState icon={Users} title="No members found" text="Try adjusting your search filters" />
      ) : (
        <MemberGrid
          cards={cards}
          query={filters.q}
          onOpen={open}
          isBusy={members.isPlaceholderData}
          hasMore={members.hasNextPage}
          hasFailed={members.isFetchNextPageError}
          onMore={members.fetchNextPage}
        />
      )}
      {openId && (
        <MemberDialog
          id={openId}
          cards={cards ?? []}
          onShow={show}
          onNearEnd={() => members.hasNextPage && !members.isFetching && void members.fetchNextPage()}
          onClose={close}
        />
      )}
    </>
  )
}
