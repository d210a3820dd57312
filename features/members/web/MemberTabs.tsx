import { useState } from 'react'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import type { Member, MemberCard } from '../contract.ts'
import { CompanyInfo } from './CompanyInfo.tsx'
import { NeedsAndExpertise } from './NeedsAndExpertise.tsx'

const tabs = [
  { value: 'company', label: 'Company Info' },
  { value: 'needs', label: 'Needs & Expertise' },
] as const

/** What the card already has is shown at once, the rest when it has come. */
export type Shown = MemberCard & Partial<Member>

/** Of the headings inside. */
export type Level = 'h2' | 'h3'

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
