import { FunnelX, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { helpTopics, industries, stages } from '../../../contract/options.ts'
import { Button } from '../../../web/ui/Button.tsx'
import { Chip } from '../../../web/ui/Chip.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import type { MemberCounts } from '../contract.ts'
import { type MemberFilters, noFilters, type TagFilter } from './use-members.ts'

type Props = {
  filters: MemberFilters
  /** The text in the search box; the filter follows with a debounce. */
  typed: string
  onType: (text: string) => void
  onChange: (change: Partial<MemberFilters>) => void
  counts?: MemberCounts
}

export function MemberFilterBar({ filters, typed, onType, onChange, counts }: Props) {
  const moreId = useId()
  const [isOpen, setOpen] = useState(false)
  const { q, industry, stage, needs, can_help_with, location } = filters
  const clear = () => {
    onType('')
    onChange(noFilters)
  }
  const select = (filter: TagFilter, label: string, all: string, choices: Choice[]) => (
    <Select
      label={label}
      labelHidden
      value={filters[filter]}
      options={[{ value: '', label: all }, ...choices.map(labelled)]}
      onChange={value => onChange({ [filter]: value })}
    />
  )
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="filters items-center sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <div className="basis-full">
          <SearchBox placeholder="Search members..." value={typed} onChange={onType} />
        </div>
        {select('industry', 'Industry', 'All Industries', choicesOf(counts?.industries, industry, industries))}
        <div className="flex items-center gap-2 sm:contents">
          <div className="min-w-0 grow">
            {select('stage', 'Stage', 'All Stages', choicesOf(counts?.stages, stage, stages))}
          </div>
          <IconButton
            icon={FunnelX}
            label="Clear filters"
            disabled={!typed && Object.values(filters).every(value => !value)}
            onClick={clear}
          />
        </div>
      </div>
      <div className="sm:hidden">
        <Button
          wide
          variant="ghost"
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
      </div>
      <div id={moreId} className={cx('gap-3 sm:grid sm:grid-cols-3', isOpen ? 'grid' : 'hidden')}>
        {select('needs', 'Looking for', 'Looking for anything', choicesOf(counts?.needs, needs, helpTopics))}
        {select(
          'can_help_with',
          'Can help with',
          'Can help with anything',
          choicesOf(counts?.can_help_with, can_help_with, helpTopics),
        )}
        {select('location', 'Location', 'All Locations', choicesOf(counts?.locations, location))}
      </div>
      {Object.values(filters).some(Boolean) && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">Filtered by:</span>
          {q && (
            <Chip
              onRemove={() => {
                onType('')
                onChange({ q: '' })
              }}
            >{`“${q}”`}</Chip>
          )}
          {industry && <Chip onRemove={() => onChange({ industry: '' })}>{industry}</Chip>}
          {stage && <Chip onRemove={() => onChange({ stage: '' })}>{stage}</Chip>}
          {needs && <Chip onRemove={() => onChange({ needs: '' })}>{`Looking for: ${needs}`}</Chip>}
          {can_help_with && (
            <Chip onRemove={() => onChange({ can_help_with: '' })}>{`Can help with: ${can_help_with}`}</Chip>
          )}
          {location && <Chip onRemove={() => onChange({ location: '' })}>{location}</Chip>}
        </div>
      )}
    </div>
  )
}

type Choice = MemberCounts['industries'][number]

const labelled = ({ value, count }: Choice) => ({ value, label: `${value} (${count.toLocaleString('en-US')})` })

/** The values that members have, in the order of the profile form if it has one. Always includes the one chosen in the URL. */
function choicesOf(found: Choice[] = [], chosen: string, order?: readonly string[]): Choice[] {
  const all = chosen && !found.some(({ value }) => value === chosen) ? [...found, { value: chosen, count: 0 }] : found
  const rankOf = (value: string) => (order?.includes(value) ? order.indexOf(value) : (order?.length ?? 0))
  return [...all].sort((a, b) => rankOf(a.value) - rankOf(b.value) || a.value.localeCompare(b.value))
}
