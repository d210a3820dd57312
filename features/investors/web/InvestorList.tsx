import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useDebouncedText } from '../../../web/list/use-debounced-text.ts'
import { NewRows } from '../../../web/live/NewRows.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { Skeleton } from '../../../web/ui/Skeleton.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { investorListing, investorNarrowing, listInvestors } from '../contract.ts'
import { InvestorGrid } from './InvestorGrid.tsx'
import { inDigits } from './investor-text.ts'
import { ListControls } from './ListControls.tsx'
import type { Address } from './use-address.ts'
import { useCounts, useInvestors } from './use-investors.ts'

const tabs = [
  { value: 'all', label: 'All Investors' },
  { value: 'top', label: 'Top Rated' },
] as const

type Props = { address: Address; onChange: (change: Address) => void; onAdd: () => void }

export function InvestorList({ address, onChange, onAdd }: Props) {
  const { q, stage, focus } = investorNarrowing(address)
  const [typed, type] = useDebouncedText(address.q ?? '', text => onChange({ q: text }))
  const counts = useCounts(address)
  const investors = useInvestors(address)
  const clear = () => {
    type('')
    onChange({ q: '', stage: '', focus: '' })
  }
  return (
    <>
      <PageHeader
        back={<Link to="/">Back to Home</Link>}
        title="Investor Database"
        subtitle="Find and review investors for your startup"
        actions={
          <Button icon={Plus} onClick={onAdd}>
            Add Investor
          </Button>
        }
      />
      <ListControls address={address} typed={typed} onType={type} onChange={onChange} onClear={clear} />
      <Tabs
        label="Which investors"
        items={tabs}
        value={address.tab === 'top' ? 'top' : 'all'}
        onChange={tab => onChange({ tab: tab === 'all' ? '' : tab })}
      >
        <p className="mb-4 flex min-h-6 items-center text-sm text-muted" aria-live="polite">
          {counts.data && investors.data
            ? `Showing ${inDigits(counts.data.matching)} of ${inDigits(counts.data.total)} investors`
            : !counts.isError && !investors.isLoadingError && <Skeleton className="h-4 w-48" />}
        </p>
        <NewRows list={listInvestors} input={investorListing(address)} one="investor" />
        <InvestorGrid
          investors={investors}
          query={address.q ?? ''}
          isFiltered={Boolean(q || stage || focus)}
          hasAny={counts.data ? counts.data.total > 0 : address.tab === 'top'}
          onClear={clear}
        />
      </Tabs>
    </>
  )
}
