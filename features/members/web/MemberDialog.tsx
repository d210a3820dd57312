import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { idIn } from '../../../contract/ids.ts'
import { useApi } from '../../../web/api/query.ts'
import { usePageTitle } from '../../../web/app/page-title.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { ErrorState } from '../../../web/ui/ErrorState.tsx'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { LinkButton } from '../../../web/ui/LinkButton.tsx'
import { SkeletonLines } from '../../../web/ui/Skeleton.tsx'
import { getMember, type MemberCard } from '../contract.ts'
import { titleAt } from '../shared/member-text.ts'
import { CopyAddress } from './CopyAddress.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { isNotFound, NOT_FOUND, problemOf } from './problems.ts'
import { useFilterState } from './stored-filters.ts'

const NEAR_END_CARDS = 3

/** A member in a dialog over the directory; the arrow keys show the previous and next member. */
export function MemberDialog({
  id,
  cards,
  onShow,
  onNearEnd,
  onClose,
}: {
  id: string
  cards: MemberCard[]
  onShow: (id: number) => void
  onNearEnd: () => void
  onClose: () => void
}) {
  const memberId = idIn(id)
  const { data, error, refetch } = useApi(getMember, { id: memberId })
  const index = cards.findIndex(card => card.id === memberId)
  const member = data ?? cards[index]
  usePageTitle(isNotFound(error) ? NOT_FOUND : member?.full_name)
  const [before, after] = index < 0 ? [] : [cards[index - 1], cards[index + 1]]
  const isNearEnd = index >= cards.length - NEAR_END_CARDS
  const loadMore = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (isNearEnd) loadMore()
  }, [isNearEnd])
  useArrowKeys(before, after, onShow)
  const filterState = useFilterState()

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={
        <span className="flex items-center gap-4">
          {member && <Avatar name={member.full_name} src={member.avatar_url} size="md" />}
          <span dir="auto" className="min-w-0 text-left wrap-anywhere">
            {member?.full_name ?? (error ? 'Member' : 'Loading member')}
          </span>
        </span>
      }
      description={member && titleAt(member.title, member.company_name)}
      footer={
        <div className="flex w-full items-center gap-2">
          {index >= 0 && (
            <>
              <IconButton
                icon={ChevronLeft}
                label="Previous member"
                disabled={!before}
                onClick={() => before && onShow(before.id)}
              />
              <IconButton
                icon={ChevronRight}
                label="Next member"
                disabled={!after}
                onClick={() => after && onShow(after.id)}
              />
            </>
          )}
          <span className="ml-auto grid gap-2 sm:flex">
            {data?.email && <CopyAddress email={data.email} />}
            {member && (
              <LinkButton
                variant="secondary"
                render={<Link to="/members/$id" params={{ id: String(member.id) }} state={filterState} />}
              >
                View full profile
              </LinkButton>
            )}
          </span>
        </div>
      }
    >
      {error ? (
        <ErrorState
          title={isNotFound(error) ? NOT_FOUND : 'Error Loading Profile'}
          text={isNotFound(error) ? 'The requested member profile could not be found.' : problemOf(id, error)}
          again={!isNotFound(error) && refetch}
        />
      ) : member ? (
        // Remount for another member: start on the first tab.
        <MemberTabs key={member.id} member={member} level="h3" />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  )
}

function useArrowKeys(before: MemberCard | undefined, after: MemberCard | undefined, onShow: (id: number) => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The tabs use the same keys and take precedence.
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
    if (next) onShow(next.id)
  })
  // Before the first paint: a key may be pressed as soon as the dialog is shown, and passive effects run later.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
