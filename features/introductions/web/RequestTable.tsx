import { Handshake, MessageSquare } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useLazyCards } from '../../../web/list/use-lazy-cards.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { momentOf } from '../../../web/ui/dates.ts'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import type { IntroductionRequest } from '../contract.ts'
import { openStatuses } from '../shared/labels.ts'
import { QuietMark } from './QuietMark.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { TargetLink } from './TargetLink.tsx'
import { UrgencyMark } from './UrgencyMark.tsx'

const columns = [
  { name: 'Request', width: 'w-auto' },
  { name: 'Company', width: 'w-[18%]' },
  { name: 'Status', width: 'w-40' },
  { name: 'Created', width: 'w-48' },
  { name: 'Actions', width: 'w-24' },
]

/** A table; on a phone, and with large text, each row is a card. The skeleton uses it too, so that both have the same layout. */
export function TableFrame({ children }: { children: ReactNode }) {
  const lazyCards = useLazyCards()
  return (
    <div className="@container">
      <table className="w-full table-fixed text-left @max-xl:block @xl:overflow-hidden @xl:rounded-card @xl:bg-surface @xl:outline @xl:-outline-offset-1 @xl:outline-line">
        <thead className="@max-xl:hidden">
          <tr className="text-sm text-muted">
            {columns.map(({ name, width }) => (
              <th key={name} scope="col" className={`${width} px-5 py-3 font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cx('@max-xl:flex @max-xl:flex-col @max-xl:gap-4', lazyCards)}>{children}</tbody>
      </table>
    </div>
  )
}

export const rowLook =
  '@max-xl:grid @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-x-4 @max-xl:gap-y-3 @max-xl:rounded-card @max-xl:border @max-xl:border-line @max-xl:bg-surface @max-xl:p-5 @max-[12rem]:*:col-span-2 @xl:h-24 @xl:border-t @xl:border-line'
/** The position of each cell in a card on a phone. */
export const cellLook = {
  request: '@max-xl:col-span-2 @xl:px-5 @xl:py-2',
  company: '@max-xl:self-center @xl:px-5',
  status: '@max-xl:text-right @xl:px-5',
  created: '@max-xl:self-center @xl:px-5',
  actions: '@max-xl:text-right @xl:px-5',
}

export const RequestRow = memo(function RequestRow({
  request,
  query,
  onOpen,
}: {
  request: IntroductionRequest
  query: string
  onOpen: (id: number) => void
}) {
  return (
    // A click on the row opens it; keyboard users press the View button, whose click bubbles up to the row. The dialog returns the focus to it.
    <tr
      onClick={({ currentTarget }) => {
        currentTarget.querySelector('button')?.focus({ preventScroll: true })
        onOpen(request.id)
      }}
      className={`cursor-pointer transition-colors hover:bg-sunken/60 ${rowLook}`}
    >
      <td className={cellLook.request}>
        <p dir="auto" className="line-clamp-2 text-left font-serif text-lg leading-snug wrap-anywhere @xl:line-clamp-1">
          <Highlight text={request.request_title} query={query} />
        </p>
        <p className="line-clamp-2 text-sm text-muted wrap-anywhere">
          By <bdi>{request.user_name || (request.profile_id === null ? 'a former member' : 'a member')}</bdi>
          {(request.target_person || request.target_profile_id || request.target_investor_id) && (
            <>
              {' · to meet '}
              <TargetLink request={request} />
            </>
          )}
        </p>
        {(request.comments_count > 0 || request.offers_count || request.quiet_since) && (
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
            {request.comments_count > 0 && <CommentCount count={request.comments_count} />}
            {request.offers_count ? <OfferCount count={request.offers_count} /> : null}
            {request.quiet_since && <QuietMark since={request.quiet_since} />}
          </p>
        )}
      </td>
      <td className={cellLook.company}>
        <p dir="auto" className="line-clamp-2 text-left wrap-anywhere">
          {request.your_company ? (
            <Highlight text={request.your_company} query={query} />
          ) : (
            <span className="text-muted">Not specified</span>
          )}
        </p>
      </td>
      <td className={cellLook.status}>
        <span className="inline-flex flex-col items-start gap-1 @max-xl:items-end">
          <StatusBadge status={request.status} />
          {openStatuses.includes(request.status) && <UrgencyMark urgency={request.urgency} />}
        </span>
      </td>
      <td className={`${cellLook.created} text-sm text-muted`}>
        <time dateTime={request.created_at}>{momentOf(request.created_at)}</time>
      </td>
      <td className={cellLook.actions}>
        <Button variant="secondary" size="sm" aria-label={`View ${request.request_title}`}>
          View
        </Button>
      </td>
    </tr>
  )
})

/** Only the requester gets it. */
const OfferCount = ({ count }: { count: number }) => (
  <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-accent">
    <Handshake aria-hidden size={13} />
    {count === 1 ? '1 offer' : `${count} offers`}
  </span>
)

const CommentCount = ({ count }: { count: number }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    <MessageSquare aria-hidden size={13} />
    {count === 1 ? '1 comment' : `${count} comments`}
  </span>
)
