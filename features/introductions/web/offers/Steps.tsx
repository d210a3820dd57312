import { Check } from 'lucide-react'
import { cx } from '../../../../web/ui/cx.ts'
import { chosenStates, type Offer } from '../../../offers/contract.ts'

/** A target outside of the community is asked by the introducer, whenever they write. */
function stepsOf({ state }: Offer, isMember: boolean) {
  const isChosen = chosenStates.includes(state)
  const all = [
    { label: 'Offered', isDone: true },
    { label: 'Accepted', isDone: isChosen },
    { label: 'Asked', isDone: state === 'asked' || state === 'agreed' },
    { label: 'Agreed', isDone: state === 'agreed' },
  ]
  return isMember ? all : all.filter(({ label }) => label !== 'Asked')
}

/** How far a live offer is, in one line. */
export function Steps({ offer, isMember }: { offer: Offer; isMember: boolean }) {
  const steps = stepsOf(offer, isMember)
  const current = steps.findLastIndex(({ isDone }) => isDone)
  return (
    <ol aria-label="Progress" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {steps.map(({ label, isDone }, at) => (
        <li key={label} aria-current={at === current ? 'step' : undefined} className="flex items-center gap-2">
          {at > 0 && <span aria-hidden="true" className="h-px w-4 bg-edge/60" />}
          <span className={cx('flex items-center gap-1', isDone ? 'font-medium' : 'text-muted')}>
            {isDone && <Check aria-hidden size={14} className="text-accent" />}
            {label}
          </span>
        </li>
      ))}
    </ol>
  )
}
