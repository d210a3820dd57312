import { useNavigate, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { idIn } from '../../../contract/ids.ts'
import { focusHeading } from '../../../web/app/focus-heading.ts'
import { useFilters } from '../../../web/list/filters.ts'

/** The list's parameters in the query string. */
export type Address = Partial<Record<'q' | 'stage' | 'focus' | 'tab' | 'sort', string>>

/** The list's parameters and the open investor, all in the URL: so it can be shared, and Back works. */
export function useAddress() {
  const [{ investor, comment, ...address }, setAddress] = useFilters(
    'q',
    'stage',
    'focus',
    'tab',
    'sort',
    'investor',
    'comment',
  )
  return {
    address,
    setAddress,
    openId: idIn(investor) || null,
    isNew: investor === 'new',
    commentId: idIn(comment) || undefined,
  }
}

const withInvestor = (id: number | '') => ((now: object) => ({ ...now, investor: id, comment: undefined })) as never

/** A link to an investor that keeps the list's parameters. */
export const linkTo = (id: number) => ({ to: '/investors', search: withInvestor(id) }) as const

/**
 * The way back to the list. If the investor was opened from the list, it is history.back(), which restores the scroll position; for
 * a page opened directly there is no list in the history.
 */
export function useBackToList(openId: number | null) {
  const router = useRouter()
  const navigate = useNavigate()
  const cameFromList = useRef(false)
  const last = useRef(openId)

  useEffect(() => {
    const before = last.current
    if (before === openId) return
    last.current = openId
    // Between neighbours the focus stays on the button, so that it can be pressed again.
    if (openId !== null && before !== null) return
    if (openId !== null) {
      cameFromList.current = true
      return focusHeading()
    }
    const card = document.getElementById(cardId(before ?? 0))
    if (card) card.focus({ preventScroll: true })
    else focusHeading()
  }, [openId])

  const toList = () => navigate({ to: '/investors', replace: true, search: withInvestor('') })
  return {
    link: { to: '/investors', search: withInvestor('') } as const,
    onClick: (event: MouseEvent) => {
      if (!cameFromList.current || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      router.history.back()
    },
    /** After a deletion: replaces the history entry, so that Forward does not lead to the deleted investor. */
    afterDelete: () => void toList(),
  }
}

export const cardId = (investor: number) => `investor-${investor}`
