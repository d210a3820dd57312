import { Skeleton } from '../../../web/ui/Skeleton.tsx'
import { TagLinks } from '../../../web/ui/TagLink.tsx'
import { NotSpecified, Section } from './CompanyInfo.tsx'
import type { Level, Shown } from './shown.ts'

export function NeedsAndExpertise({ member, level }: { member: Shown; level: Level }) {
  const { needs, contact_method } = member
  const offers = member.can_help_with ?? []
  if (needs.length === 0 && offers.length === 0 && contact_method === '')
    return <p className="text-muted">No needs or expertise information available</p>
  return (
    <div className="flex flex-col gap-6">
      <Section level={level} title="Looking For Help With">
        <TagLinks filter="needs" tags={needs} tone="amber" none={<NotSpecified />} />
      </Section>
      <Section level={level} title="Preferred Contact Method">
        {contact_method === undefined ? <Skeleton className="h-4 w-24" /> : contact_method || <NotSpecified />}
      </Section>
      <Section level={level} title="Can Help With">
        <TagLinks filter="can_help_with" tags={offers} tone="green" none={<NotSpecified />} />
      </Section>
    </div>
  )
}
