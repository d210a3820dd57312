import { Link, useNavigate } from '@tanstack/react-router'
import { Handshake, Plus, SearchX } from 'lucide-react'
import { idIn } from '../../../contract/ids.ts'
import { messageOf } from '../../../web/api/call.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { ClearFilters } from '../../../web/ui/ClearFilters.tsx'
import { EmptyState } from '../../../web/ui/EmptyState.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { LoadMore } from '../../../web/ui/LoadMore.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { useStable } from '../../../web/ui/use-stable.ts'
import { listIntroductionRequests, requestListing } from '../contract.ts'
import { shown } from '../shared/labels.ts'
import { DebugPanel } from './DebugPanel.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestSkeleton } from './RequestSkeleton.tsx'
import { RequestRow, TableFrame } from './RequestTable.tsx'
import { useRequests } from './requests.ts'
import './follow-requests.ts'

const tabs = [
  { value: 'all', label: 'All Requests' },
  { value: 'help', label: 'I could help' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'mine', label: 'Mine' },
] as const

export default function IntroductionRequestsPage() {
  const [params, setParams] = useFilters('q', 'status', 'mine', 'show', 'sort', 'request', 'comment')
  const navigate = useNavigate()
  const filters = requestListing(params)
  const list = useRequests(filters)
  const rows = list.data?.pages.flat() ?? []
  const isFiltered = Boolean(filters.q || filters.status)
  const tab = filters.mine ? 'mine' : (filters.show ?? 'all')

  // Opening adds a history entry, so that Back closes the dialog, above all on a phone.
  const open = useStable(
    (id: number) =>
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, request: String(id) }) as never,
        resetScroll: false,
      }),
  )
  const close = () =>
    void navigate({
      to: '.',
      replace: true,
      search: (now: object) => ({ ...now, request: undefined, comment: undefined }) as never,
      resetScroll: false,
    })

  return (
    <>
      <PageHeader
        back={<Link to="/">Back to Home</Link>}
        title="Introduction Requests"
        subtitle="Request introductions to other members"
        actions={
          <LinkButton icon={Plus} render={<Link to="/create-introduction-request" />}>
            Create New Request
          </LinkButton>
        }
      />
      <Tabs
        label="Whose requests"
        items={tabs}
        value={tab}
        onChange={value =>
          setParams({ mine: value === 'mine' ? 'true' : '', show: shown.find(option => option === value) ?? '' })
        }
      >
        <RequestFilters q={params.q} status={filters.status} sort={filters.sort} onChange={setParams} />
        <NewRows list={listIntroductionRequests} input={filters} one="request" />
        {list.isPending ? (
          <RequestSkeleton />
        ) : list.data === undefined ? (
          <ErrorState title="Error Loading Introduction Requests" text={messageOf(list.error)} again={list.refetch} />
        ) : rows.length === 0 ? (
          <EmptyList
            isFiltered={isFiltered}
            tab={tab}
            onClear={() => setParams({ q: '', status: '', mine: '', show: '' })}
          />
        ) : (
          <TableFrame>
            {rows.map(request => (
              <RequestRow key={request.id} request={request} query={filters.q ?? ''} onOpen={open} />
            ))}
          </TableFrame>
        )}
        <LoadMore what="requests" pages={list} />
      </Tabs>
      <DebugPanel rows={rows.length} state={`${list.status}, ${list.fetchStatus}`} />
      {params.request && (
        <RequestDialog
          key={params.request}
          id={idIn(params.request)}
          commentId={idIn(params.comment) || undefined}
          onClose={close}
        />
      )}
    </>
  )
}

type Tab = (typeof tabs)[number]['value']

function EmptyList({ isFiltered, tab, onClear }: { isFiltered: boolean; tab: Tab; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title="No introduction requests found"
        text="Try adjusting your search or filter criteria."
        action={<ClearFilters onClick={onClear} />}
      />
    )
  if (tab === 'help')
    return (
      <EmptyState
        icon={Handshake}
        title="No request that you could help with"
        text="Requests show here that fit what you can help with, and those for investors whom you added or commented on."
        action={
          <LinkButton variant="secondary" render={<Link to="/profile" />}>
            Say what you can help with
          </LinkButton>
        }
      />
    )
  if (tab === 'unanswered')
    return (
      <EmptyState
        icon={Handshake}
        title="Every request has an answer"
        text="No pending request is without a comment."
      />
    )
  const isMine = tab === 'mine'
  return (
    <EmptyState
      icon={Handshake}
      title={isMine ? 'You have no introduction requests yet' : 'No introduction requests yet'}
      text="Somebody here may know the very person you want to meet. Ask."
      action={
        <LinkButton variant="secondary" render={<Link to="/create-introduction-request" />}>
          {isMine ? 'Create your first request' : 'Create the first request'}
        </LinkButton>
      }
    />
  )
}
