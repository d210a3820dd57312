import { AtSign, Globe, IdCard, Mail } from 'lucide-react'
import { linkedinUrl, shortUrl, twitterName, twitterUrl, websiteUrl } from '../../../contract/links.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { ContactLink } from '../../../web/ui/ContactLink.tsx'
import { dayOf } from '../../../web/ui/dates.ts'
import type { Investor } from '../contract.ts'

export function ContactCard({ investor }: { investor: Investor }) {
  const { email, website, linkedin, twitter, created_at, updated_at } = investor
  const [added, updated] = [dayOf(created_at), dayOf(updated_at)]
  return (
    <Card as="section" title="Contact Information">
      {email || website || linkedin || twitter ? (
        <dl className="flex flex-col gap-3 pointer-coarse:gap-0">
          {email && <ContactLink name="Email" icon={Mail} to={`mailto:${email}`} text={email} />}
          {website && <ContactLink name="Website" icon={Globe} to={websiteUrl(website)} text={shortUrl(website)} />}
          {linkedin && (
            <ContactLink name="LinkedIn" icon={IdCard} to={linkedinUrl(linkedin)} text={shortUrl(linkedin)} />
          )}
          {twitter && <ContactLink name="Twitter" icon={AtSign} to={twitterUrl(twitter)} text={twitterName(twitter)} />}
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
