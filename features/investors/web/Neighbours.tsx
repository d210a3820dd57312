import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { buttonLook } from '../../../web/ui/button-look.ts'
import { cx } from '../../../web/ui/cx.ts'
import { Tooltip } from '../../../web/ui/Tooltip.tsx'
import { titleAtFirm } from './investor-text.ts'
import { type Address, linkTo } from './use-address.ts'
import { useNeighbours } from './use-investors.ts'

/** Links to the previous and next investor, in the order of the list it was opened from. */
export function Neighbours({ id, address }: { id: number; address: Address }) {
  const neighbours = useNeighbours(id, address)
  if (!neighbours?.previous && !neighbours?.next) return null
  return (
    <nav aria-label="Neighbours in the list" className="flex gap-1">
      <NeighbourLink icon={ChevronLeft} label="Previous investor" investor={neighbours.previous} />
      <NeighbourLink icon={ChevronRight} label="Next investor" investor={neighbours.next} />
    </nav>
  )
}

type Investor = { id: number; name: string; firm: string }

function NeighbourLink({
  icon: Icon,
  label,
  investor,
}: {
  icon: LucideIcon
  label: string
  investor: Investor | null
}) {
  const className = cx(buttonLook('secondary', 'md', false), 'w-9 px-0! pointer-coarse:w-11')
  const icon = <Icon aria-hidden size={18} />
  if (!investor)
    return (
      <button type="button" disabled aria-label={label} className={className}>
        {icon}
      </button>
    )
  return (
    <Tooltip text={`${investor.name}, ${titleAtFirm({ ...investor, title: '' })}`}>
      <Link {...linkTo(investor.id)} replace aria-label={label} className={className}>
        {icon}
      </Link>
    </Tooltip>
  )
}
