import { useState } from 'react'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { AboutCompany, CompanyInfo } from './CompanyInfo.tsx'
import { NeedsAndExpertise } from './NeedsAndExpertise.tsx'
import type { Level, Shown } from './shown.ts'

const tabs = [
  { value: 'company', label: 'Company Info' },
  { value: 'needs', label: 'Needs & Expertise' },
] as const

type Props = {
  member: Shown
  level: Level
  /** Beside MemberSide, which has the facts and contacts. */
  isBesideFacts?: boolean
}

export function MemberTabs({ member, level, isBesideFacts }: Props) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('company')
  return (
    <Tabs label={`About ${member.full_name}`} items={tabs} value={tab} onChange={setTab}>
      {tab === 'needs' ? (
        <NeedsAndExpertise member={member} level={level} />
      ) : isBesideFacts ? (
        <AboutCompany member={member} level={level} />
      ) : (
        <CompanyInfo member={member} level={level} />
      )}
    </Tabs>
  )
}
