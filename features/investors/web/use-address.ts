import { useNavigate, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { idIn } from '../../../contract/ids.ts'
import { focusHeading } from '../../../web/app/focus-heading.ts'
import { useFilters } from '../../../web/list/filters.ts'

/** What the list shows, as the address says it. */
export type Address = Partial<Record<'q' | 'stage' | 'focus' | 'tab' | 'sort', string>>

/** What the list shows and which investor is open, all of it in the address: so it can be shared, and Back works. */
export function useAddress() {
  const [{ investor, ...address }, setAddress] = useFilters('q', 'stage', 'focus', 'tab', 'sort', 'investor')
  return { address, setAddress, openId: idIn(investor) || null }
}

const withInvestor = (id: number | '') => ((now: object) => ({ ...now, investor: id })) as never

/** The address of an investor within the list as it stands. */
export const linkTo = (id: number) => ({ to: '/investors', search: withInvestor(id) }) as const

/**
 * Going back to the list. Where it was opened from the list, that is the browser's own step back, which finds the list scrolled
 * as it was left; an address that came from elsewhere has no list behind it.
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
    // From neighbour to neighbour the focus stays where it is, to go on.
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
    /** When the investor itself is gone, and must not be found again by a step forward. */
    afterDelete: () => void toList(),
  }
}

export const cardId = (investor: number) => `investor-${investor}`
