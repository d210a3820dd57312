import { Building2, CalendarDays, Factory, type LucideIcon, MapPin, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { monthOf } from '../../../web/ui/dates.ts'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { Skeleton, SkeletonLines } from '../../../web/ui/Skeleton.tsx'
import { FactLink } from '../../../web/ui/TagLink.tsx'
import { ContactList } from './ContactList.tsx'
import type { Level, Shown } from './shown.ts'

/** Everything about the company, with the contacts. */
export function CompanyInfo({ member, level }: { member: Shown; level: Level }) {
  const { company_name, industry, stage, fundraising_status, location, created_at } = member
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-4">
        <Fact icon={Building2} name="Company" value={company_name} />
        <Fact icon={Factory} name="Industry" value={industry && <FactLink filter="industry" value={industry} />} />
        <Fact icon={TrendingUp} name="Stage" value={stage && <FactLink filter="stage" value={stage} />} />
        <Fact icon={MapPin} name="Location" value={location && <FactLink filter="location" value={location} />} />
        <Fact
          icon={CalendarDays}
          name="Member since"
          value={created_at ? monthOf(created_at) : <Skeleton className="mt-1 h-4 w-28" />}
        />
      </dl>
      <AboutCompany member={member} level={level} />
      {!isEmpty(member) && (
        <Section level={level} title="Fundraising Status">
          {fundraising_status === undefined ? (
            <Skeleton className="h-4 w-40" />
          ) : (
            fundraising_status || <NotSpecified />
          )}
        </Section>
      )}
      <Section level={level} title="Contact Information">
        {created_at === undefined ? <SkeletonLines lines={3} /> : <ContactList member={member} />}
      </Section>
    </div>
  )
}

const isEmpty = ({ company_name, company_description, industry, stage, fundraising_status, bio }: Shown) =>
  !company_name && !company_description && !industry && !stage && !fundraising_status && !bio

/** Only the texts: on the member page, the facts and contacts are in the card beside it. */
export function AboutCompany({ member, level }: { member: Shown; level: Level }) {
  const { company_description, bio } = member
  if (isEmpty(member)) return <p className="text-muted">No company information available</p>
  return (
    <Section level={level} title="About">
      {company_description && (
        <p dir="auto" className="whitespace-pre-line">
          <LinkedText text={company_description} />
        </p>
      )}
      {bio && (
        <p dir="auto" className="mt-2 whitespace-pre-line">
          <LinkedText text={bio} />
        </p>
      )}
      {!company_description && !bio && <NotSpecified />}
    </Section>
  )
}

function Fact({ icon: Icon, name, value }: { icon: LucideIcon; name: string; value: ReactNode }) {
  if (!value) return null
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-2 text-xs text-muted">
        <Icon aria-hidden size={16} className="shrink-0" />
        {name}
      </dt>
      <dd dir="auto" className="mt-0.5 ml-6 text-left wrap-anywhere">
        {value}
      </dd>
    </div>
  )
}

/** `level`: the heading level below the page's or the dialog's heading. */
export function Section({ title, level: Heading, children }: { title: string; level: Level; children: ReactNode }) {
  return (
    <section>
      <Heading className="mb-1.5 text-lg">{title}</Heading>
      {children}
    </section>
  )
}

export const NotSpecified = () => <span className="text-muted">Not specified</span>
