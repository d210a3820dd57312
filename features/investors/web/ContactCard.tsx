import { AtSign, Globe, IdCard, type LucideIcon, Mail } from 'lucide-react'
import { linkedinUrl, shortUrl, twitterName, twitterUrl, websiteUrl } from '../../../contract/links.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { dayOf } from '../../../web/ui/dates.ts'
import type { Investor } from '../contract.ts'

export function ContactCard({ investor }: { investor: Investor }) {
  const { email, website, linkedin, twitter, created_at, updated_at } = investor
  const [added, updated] = [dayOf(created_at), dayOf(updated_at)]
  return (
    <Card as="section" title="Contact Information">
      {email || website || linkedin || twitter ? (
        <dl className="flex flex-col gap-3 pointer-coarse:gap-0">
          {email && <Contact name="Email" icon={Mail} to={`mailto:${email}`} text={email} />}
          {website && <Contact name="Website" icon={Globe} to={websiteUrl(website)} text={shortUrl(website)} />}
          {linkedin && <Contact name="LinkedIn" icon={IdCard} to={linkedinUrl(linkedin)} text={shortUrl(linkedin)} />}
          {twitter && <Contact name="Twitter" icon={AtSign} to={twitterUrl(twitter)} text={twitterName(twitter)} />}
        </dl>
      ) : (
        <p className="text-muted">No contact information yet</p>
      )}
      <div className="mt-5 border-t border-line pt-4 text-sm text-muted">
        <p>{`Added on ${added}`}</p>
        {updated !== added && <p>{`Last updated on ${updated}`}</p>}
      </div>
    </Card>
  )
}

function Contact({ name, icon: Icon, to, text }: { name: string; icon: LucideIcon; to: string; text: string }) {
  const isExternal = to.startsWith('http')
  return (
    <div className="flex min-w-0 items-center gap-3">
      <dt className="shrink-0 text-muted">
        <Icon aria-hidden size={16} />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0">
        <a
          href={to}
          {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
          className="block truncate text-accent pointer-coarse:py-[11px] hover:underline"
        >
          {text}
        </a>
      </dd>
    </div>
  )
}
