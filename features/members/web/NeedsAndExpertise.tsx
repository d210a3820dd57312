import type { BadgeTone } from '../../../web/ui/Badge.tsx'
import { Skeleton } from '../../../web/ui/Skeleton.tsx'
import { TagLink } from '../../../web/ui/TagLink.tsx'
import { NotSpecified, Section } from './CompanyInfo.tsx'
import type { Level, Shown } from './shown.ts'
import type { TagFilter } from './use-members.ts'

export function NeedsAndExpertise({ member, level }: { member: Shown; level: Level }) {
  const { needs, contact_method } = member
  const offers = member.can_help_with ?? []
  if (needs.length === 0 && offers.length === 0 && contact_method === '')
    return <p className="text-muted">No needs or expertise information available</p>
  return (
    <div className="flex flex-col gap-6">
      <Section level={level} title="Looking For Help With">
        <Tags filter="needs" tags={needs} tone="amber" />
      </Section>
      <Section level={level} title="Preferred Contact Method">
        {contact_method === undefined ? <Skeleton className="h-4 w-24" /> : contact_method || <NotSpecified />}
      </Section>
      <Section level={level} title="Can Help With">
        <Tags filter="can_help_with" tags={offers} tone="green" />
      </Section>
    </div>
  )
}

function Tags({ filter, tags, tone }: { filter: TagFilter; tags: string[]; tone: BadgeTone }) {
  if (tags.length === 0) return <NotSpecified />
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map(tag => (
        <li key={tag} className="flex max-w-full">
          <TagLink filter={filter} tone={tone}>
            {tag}
          </TagLink>
        </li>
      ))}
    </ul>
  )
}
