import { FunnelX } from 'lucide-react'
import { industries, stages } from '../../../contract/options.ts'
import { Chip } from '../../../web/ui/Chip.tsx'
import { IconButton } from '../../../web/ui/IconButton.tsx'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import type { MemberCounts } from '../contract.ts'
import type { MemberFilters } from './use-members.ts'

export function MemberFilterBar({
  filters,
  typed,
  onType,
  onChange,
  counts,
}: {
  filters: MemberFilters
  /** The text in the search box; the filter follows with a debounce. */
  typed: string
  onType: (text: string) => void
  onChange: (change: Partial<MemberFilters>) => void
  counts?: MemberCounts
}) {
  const { q, industry, stage } = filters
  const clear = () => {
    onType('')
    onChange({ q: '', industry: '', stage: '' })
  }
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="filters items-center sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <div className="basis-full">
          <SearchBox placeholder="Search members..." value={typed} onChange={onType} />
        </div>
        <Select
          label="Industry"
          labelHidden
          value={industry}
          options={[{ value: '', label: 'All Industries' }, ...choicesOf(counts?.industries, industries, industry)]}
          onChange={value => onChange({ industry: value })}
        />
        <div className="flex items-center gap-2 sm:contents">
          <div className="min-w-0 grow">
            <Select
              label="Stage"
              labelHidden
              value={stage}
              options={[{ value: '', label: 'All Stages' }, ...choicesOf(counts?.stages, stages, stage)]}
              onChange={value => onChange({ stage: value })}
            />
          </div>
          <IconButton
            icon={FunnelX}
            label="Clear filters"
            disabled={!typed && !q && !industry && !stage}
            onClick={clear}
          />
        </div>
      </div>
      {(q || industry || stage) && (
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
        </div>
      )}
    </div>
  )
}

/** The values that members have, in the order of the profile form. Always includes the one chosen in the URL. */
function choicesOf(found: MemberCounts['industries'] = [], order: readonly string[], chosen: string) {
  const all = chosen && !found.some(({ value }) => value === chosen) ? [...found, { value: chosen, count: 0 }] : found
  const rankOf = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length)
  return [...all]
    .sort((a, b) => rankOf(a.value) - rankOf(b.value) || a.value.localeCompare(b.value))
    .map(({ value, count }) => ({ value, label: `${value} (${count.toLocaleString('en-US')})` }))
}
