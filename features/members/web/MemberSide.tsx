import {
  Building2,
  CalendarDays,
  Factory,
  Globe,
  HandCoins,
  type LucideIcon,
  Mail,
  MapPin,
  Phone,
  TrendingUp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { shortUrl, websiteUrl } from '../../../contract/links.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Card } from '../../../web/ui/Card.tsx'
import { monthOf } from '../../../web/ui/dates.ts'
import { FactLink } from '../../../web/ui/TagLink.tsx'
import type { Member } from '../contract.ts'
import { SocialLinks } from './SocialLinks.tsx'

/** The card beside a member's tabs: name, facts and contact details. `children`: the buttons. */
export function MemberSide({ member, children }: { member: Member; children: ReactNode }) {
  const sites = [...new Set([member.company_website, member.website])].flatMap(site => site || [])
  return (
    <Card as="section" aria-label="Member">
      <div className="flex flex-col items-center text-center">
        <Avatar name={member.full_name} src={member.avatar_url} size="xl" />
        <h1 dir="auto" className="mt-4 max-w-full text-3xl wrap-anywhere">
          {member.full_name || 'Member'}
        </h1>
        {member.title && (
          <p dir="auto" className="mt-1 max-w-full wrap-anywhere text-muted">
            {member.title}
          </p>
        )}
        <div className="mt-3 flex flex-wrap justify-center">
          <SocialLinks
            name={member.full_name}
            linkedin={member.linkedin_url}
            twitter={member.twitter_handle}
            github={member.github}
          />
        </div>
      </div>
      <ul className="mt-5 flex flex-col gap-2.5 border-t border-line pt-5 text-sm">
        <Fact icon={Building2}>{member.company_name}</Fact>
        <Fact icon={MapPin}>{member.location && <FactLink filter="location" value={member.location} />}</Fact>
        <Fact icon={Factory}>{member.industry && <FactLink filter="industry" value={member.industry} />}</Fact>
        <Fact icon={TrendingUp}>{member.stage && <FactLink filter="stage" value={member.stage} />}</Fact>
        <Fact icon={HandCoins}>{member.fundraising_status && `Fundraising: ${member.fundraising_status}`}</Fact>
        <Fact icon={Mail}>{member.email && <A href={`mailto:${member.email}`}>{member.email}</A>}</Fact>
        <Fact icon={Phone}>
          {member.phone && <A href={`tel:${member.phone.replace(/[^\d+]/g, '')}`}>{member.phone}</A>}
        </Fact>
        {sites.map(site => (
          <Fact key={site} icon={Globe}>
            <A href={websiteUrl(site)}>{shortUrl(site)}</A>
          </Fact>
        ))}
        <Fact icon={CalendarDays}>{`Member since ${monthOf(member.created_at)}`}</Fact>
      </ul>
      <div className="mt-6 flex flex-col gap-2">{children}</div>
    </Card>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  if (!children) return null
  return (
    <li className="flex min-w-0 items-start gap-3 pointer-coarse:has-[a]:-my-1 pointer-coarse:has-[a]:items-center">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 text-left wrap-anywhere">
        {children}
      </span>
    </li>
  )
}

function A({ href, children }: { href: string; children: string }) {
  const newTab = /^https?:/i.test(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={href} {...newTab} className="touchable-line break-all text-accent hover:underline">
      {children}
    </a>
  )
}
