import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/Button.tsx'
import { Chip } from '../../../web/ui/Chip.tsx'
import { CountBadge } from '../../../web/ui/CountBadge.tsx'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { investorNarrowing, investorOrder } from '../contract.ts'
import type { Sort } from '../shared/options.ts'
import { FilterPanel } from './FilterPanel.tsx'
import type { Address } from './use-address.ts'

const sorts: { value: Sort; label: string }[] = [
  { value: 'name', label: 'By name' },
  { value: 'rating', label: 'Highest rated' },
  { value: 'newest', label: 'Newest' },
  { value: 'commented', label: 'Most commented' },
]

type Props = {
  address: Address
  /** The text in the search box; the URL follows with a debounce. */
  typed: string
  onType: (text: string) => void
  onChange: (change: Address) => void
  onClear: () => void
}

export function ListControls({ address, typed, onType, onChange, onClear }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { stage = [], focus = [] } = investorNarrowing(address)
  const active = stage.length + focus.length
  const setSort = (sort: Sort) => onChange({ sort: sort === 'name' ? '' : sort })
  const without = (tags: readonly string[], removed: string) => tags.filter(tag => tag !== removed).join(',')
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="filters items-center sm:grid-cols-[minmax(0,1fr)_180px_auto]">
        <div className="basis-full">
          <SearchBox placeholder="Search investors..." value={typed} onChange={onType} />
        </div>
        <Select label="Sort" labelHidden options={sorts} value={investorOrder(address).sort} onChange={setSort} />
        <span className="relative grow-0">
          <Button
            variant="secondary"
            icon={SlidersHorizontal}
            aria-expanded={isOpen}
            aria-controls="investor-filters"
            onClick={() => setOpen(!isOpen)}
          >
            Filters
          </Button>
          {active > 0 && (
            <span data-active-filters="" className="pointer-events-none absolute -top-2 -right-2">
              <CountBadge count={active} label={active === 1 ? 'active filter' : 'active filters'} />
            </span>
          )}
        </span>
      </div>
      <div id="investor-filters" hidden={!isOpen}>
        <FilterPanel
          stage={stage}
          focus={focus}
          isFiltered={active > 0 || typed !== ''}
          onChange={onChange}
          onClear={onClear}
        />
      </div>
      {!isOpen && active > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">Filtered by:</span>
          {stage.map(tag => (
            <Chip key={tag} onRemove={() => onChange({ stage: without(stage, tag) })}>
              {tag}
            </Chip>
          ))}
          {focus.map(tag => (
            <Chip key={tag} onRemove={() => onChange({ focus: without(focus, tag) })}>
              {tag}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}
