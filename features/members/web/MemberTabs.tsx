import { useState } from 'react'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { CompanyInfo } from './CompanyInfo.tsx'
import { NeedsAndExpertise } from './NeedsAndExpertise.tsx'
import type { Level, Shown } from './shown.ts'

const tabs = [
  { value: 'company', label: 'Company Info' },
  { value: 'needs', label: 'Needs & Expertise' },
] as const

export function MemberTabs({ member, level }: { member: Shown; level: Level }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('company')
  return (
    <Tabs label={`About ${member.full_name}`} items={tabs} value={tab} onChange={setTab}>
      {tab === 'company' ? (
        <CompanyInfo member={member} level={level} />
      ) : (
        <NeedsAndExpertise member={member} level={level} />
      )}
    </Tabs>
  )
}
