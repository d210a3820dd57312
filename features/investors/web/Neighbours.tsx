import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { buttonLook } from '../../../web/ui/button-look.ts'
import { cx } from '../../../web/ui/cx.ts'
import { Tooltip } from '../../../web/ui/Tooltip.tsx'
import { titleAtFirm } from './investor-text.ts'
import { type Address, linkTo } from './use-address.ts'
import { useNeighbours } from './use-investors.ts'

/** To the investors before and after this one, in the order of the list it was opened from. */
export function Neighbours({ id, address }: { id: number; address: Address }) {
  const near = useNeighbours(id, address)
  if (!near?.previous && !near?.next) return null
  return (
    <nav aria-label="Neighbours in the list" className="flex gap-1">
      <To icon={ChevronLeft} label="Previous investor" investor={near.previous} />
      <To icon={ChevronRight} label="Next investor" investor={near.next} />
    </nav>
  )
}

type Investor = { id: number; name: string; firm: string }

function To({ icon: Icon, label, investor }: { icon: LucideIcon; label: string; investor: Investor | null }) {
  const look = cx(buttonLook('secondary', 'md', false), 'w-9 px-0! pointer-coarse:w-11')
  const icon = <Icon aria-hidden size={18} />
  if (!investor)
    return (
      <button type="button" disabled aria-label={label} className={look}>
        {icon}
      </button>
    )
  return (
    <Tooltip text={`${investor.name}, ${titleAtFirm({ ...investor, title: '' })}`}>
      <Link {...linkTo(investor.id)} replace aria-label={label} className={look}>
        {icon}
      </Link>
    </Tooltip>
  )
}
