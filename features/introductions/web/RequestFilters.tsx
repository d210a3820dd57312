import { useDebouncedText } from '../../../web/list/use-debounced-text.ts'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { type Sort, type Status, statuses, statusLabels } from '../shared/labels.ts'

const statusOptions = [
  { value: 'all', label: 'All statuses' },
  ...statuses.map(value => ({ value, label: statusLabels[value] })),
] as const

const sortOptions: { value: Sort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'urgent', label: 'Most urgent first' },
  { value: 'title', label: 'Request A to Z' },
  { value: 'company', label: 'Company A to Z' },
]

export function RequestFilters({
  q,
  status,
  sort,
  onChange,
}: {
  q: string
  status: Status | undefined
  sort: Sort
  onChange: (change: { q?: string; status?: string; sort?: string }) => void
}) {
  const [typed, setTyped] = useDebouncedText(q, text => onChange({ q: text }))
  return (
    <div className="filters mb-6 sm:grid-cols-[minmax(0,1fr)_min(11rem,25vw)_min(12rem,25vw)]">
      <div className="basis-full">
        <SearchBox value={typed} onChange={setTyped} placeholder="Search requests..." />
      </div>
      <Select
        label="Status"
        labelHidden
        options={statusOptions}
        value={status ?? 'all'}
        onChange={value => onChange({ status: value === 'all' ? '' : value })}
      />
      <Select
        label="Sort by"
        labelHidden
        options={sortOptions}
        value={sort}
        onChange={value => onChange({ sort: value === 'newest' ? '' : value })}
      />
    </div>
  )
}
