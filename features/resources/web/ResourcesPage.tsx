import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { useFilters } from '../../../web/list/filters.ts'
import { useDebouncedText } from '../../../web/list/use-debounced-text.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { useConfirm } from '../../../web/ui/confirm-context.ts'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { SearchBox } from '../../../web/ui/SearchBox.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { listKinds, listResources, type Resource, removeResource, resourceListing } from '../contract.ts'
import { labelOf } from '../shared/kinds.ts'
import { ResourceDialog } from './ResourceDialog.tsx'
import { ResourceList } from './ResourceList.tsx'
import { useRefreshLibrary, useResources } from './use-resources.ts'
import './follow-resources.ts'

export default function ResourcesPage() {
  const [filters, setFilters] = useFilters('q', 'category', 'type', 'resource')
  const listing = resourceListing(filters)
  const [typed, type] = useDebouncedText(filters.q, q => setFilters({ q }))
  const resources = useResources(listing)
  const kinds = useApi(listKinds).data
  const refresh = useRefreshLibrary()
  const remove = useRemove(refresh)
  /** Null: the dialog is closed. 'new': it creates a resource. */
  const [chosen, setEdited] = useState<Resource | 'new' | null>(null)
  // `?resource=new`: the link of the search's command.
  const isNew = filters.resource === 'new'
  const edited = isNew ? 'new' : chosen
  function close() {
    setEdited(null)
    if (isNew) setFilters({ resource: '' })
  }

  return (
    <>
      <PageHeader
        title="Resources"
        subtitle="Helpful templates, guides, and resources for founders"
        back={<Link to="/">Back to Home</Link>}
        actions={
          <Button icon={Plus} onClick={() => setEdited('new')}>
            Add Resource
          </Button>
        }
      />
      <div className="filters mb-6 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <div className="basis-full">
          <SearchBox placeholder="Search resources..." value={typed} onChange={type} />
        </div>
        <Choice
          label="Category"
          all="All Categories"
          values={kinds?.categories}
          value={filters.category}
          onChange={category => setFilters({ category })}
        />
        <Choice
          label="Type"
          all="All Types"
          values={kinds?.types}
          value={filters.type}
          onChange={chosen => setFilters({ type: chosen })}
        />
      </div>
      <NewRows list={listResources} input={listing} one="resource" />
      <ResourceList
        resources={resources}
        query={listing.q ?? ''}
        isFiltered={Boolean(listing.q || listing.category || listing.type)}
        onClear={() => setFilters({ q: '', category: '', type: '' })}
        onEdit={setEdited}
        onRemove={remove}
      />
      {edited && <ResourceDialog resource={edited === 'new' ? null : edited} onClose={close} onSaved={refresh} />}
    </>
  )
}

const ALL = '*'

/** A filter: one of the values used in the library, or all. */
function Choice(props: {
  label: string
  all: string
  values: string[] | undefined
  value: string
  onChange: (value: string) => void
}) {
  const { label, all, values = [], value, onChange } = props
  // Keep the URL's value as an option even if no resource has it any more.
  const options = value && !values.includes(value) ? [...values, value] : values
  return (
    <Select
      label={label}
      labelHidden
      options={[{ value: ALL, label: all }, ...options.map(option => ({ value: option, label: labelOf(option) }))]}
      value={value || ALL}
      onChange={chosen => onChange(chosen === ALL ? '' : chosen)}
    />
  )
}

function useRemove(refresh: () => void) {
  const confirm = useConfirm()
  const { send } = useSend(removeResource, {
    success: 'Resource removed',
    alreadyGone: 'This resource was already removed',
    failure: 'Error removing resource',
    onSuccess: refresh,
  })
  return async ({ id, title }: Resource) => {
    const text = `“${title}” will be removed for everyone. This action cannot be undone.`
    if (await confirm({ title: 'Remove resource', text, confirm: 'Remove', danger: true })) await send({ id })
  }
}
