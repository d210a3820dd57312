import { Globe, type LucideIcon, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { linkedinUrl, shortUrl, twitterName, twitterUrl, websiteUrl } from '../../../contract/links.ts'
import { Badge } from '../../../web/ui/Badge.tsx'
import { LinkedInIcon, TwitterIcon } from '../../../web/ui/brand-icons.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { LinkedText } from '../../../web/ui/LinkedText.tsx'
import { Tabs } from '../../../web/ui/Tabs.tsx'
import { TagLink, TagLinks } from '../../../web/ui/TagLink.tsx'
import type { Profile } from '../contract.ts'
import { AvatarEditor } from './AvatarEditor.tsx'
import { CompletionCard } from './CompletionCard.tsx'
import { MyIntroductions } from './MyIntroductions.tsx'

/** The member's own profile. The picture is chosen here; every other field is edited in the form. */
export function ProfileView({ profile, onEdit }: { profile: Profile; onEdit: (field: string) => void }) {
  return (
    <div className="flex flex-col gap-4">
      <CompletionCard profile={profile} onEdit={onEdit} />
      <Card as="section" aria-label="About me">
        <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
          <AvatarEditor profile={profile} />
          <div className="min-w-0 flex-1">
            <h2 dir="auto" className="text-left text-3xl wrap-anywhere">
              {profile.full_name || 'Your name'}
            </h2>
            {profile.title && (
              <p dir="auto" className="mt-1 text-left wrap-anywhere text-muted">
                {profile.title}
              </p>
            )}
            {profile.bio && (
              <p dir="auto" className="mt-4 wrap-anywhere whitespace-pre-line">
                <LinkedText text={profile.bio} />
              </p>
            )}
            <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm pointer-coarse:gap-y-0">
              {profile.location && <Line icon={MapPin}>{profile.location}</Line>}
              {profile.website && (
                <Line icon={Globe}>
                  <ExternalLink to={websiteUrl(profile.website)}>{shortUrl(profile.website)}</ExternalLink>
                </Line>
              )}
              {profile.twitter_handle && (
                <Line icon={TwitterIcon}>
                  <ExternalLink to={twitterUrl(profile.twitter_handle)}>
                    {twitterName(profile.twitter_handle)}
                  </ExternalLink>
                </Line>
              )}
              {profile.linkedin_url && (
                <Line icon={LinkedInIcon}>
                  <ExternalLink to={linkedinUrl(profile.linkedin_url)}>LinkedIn</ExternalLink>
                </Line>
              )}
            </ul>
          </div>
        </div>
      </Card>
      <Card as="section" title={profile.company_name || 'Your company'}>
        <div className="flex flex-wrap gap-1.5">
          {profile.industry && <TagLink filter="industry">{profile.industry}</TagLink>}
          {profile.stage && (
            <TagLink filter="stage" tone="neutral">
              {profile.stage}
            </TagLink>
          )}
          {profile.fundraising_status && <Badge tone="purple">{profile.fundraising_status}</Badge>}
        </div>
        {profile.company_description ? (
          <p dir="auto" className="mt-4 wrap-anywhere whitespace-pre-line">
            <LinkedText text={profile.company_description} />
          </p>
        ) : (
          <p className="mt-2 text-muted">What your company does will stand here.</p>
        )}
        {profile.company_website && (
          <p className="mt-4 text-sm">
            <ExternalLink to={websiteUrl(profile.company_website)}>{shortUrl(profile.company_website)}</ExternalLink>
          </p>
        )}
      </Card>
      <Card>
        <NeedsAndOffers profile={profile} />
      </Card>
      <Card as="section" title="Contact Preferences">
        <p>Preferred contact method: {profile.contact_method || 'Not specified'}</p>
        <p className="mt-2 text-sm text-muted">
          {visibilityText('email', profile.email, profile.email_visibility)}{' '}
          {visibilityText('phone', profile.phone, profile.phone_visibility)}
        </p>
      </Card>
      <MyIntroductions />
    </div>
  )
}

const visibilityText = (what: string, value: string, visibility: Profile['email_visibility']) =>
  !value
    ? `You have given no ${what}.`
    : visibility === 'members'
      ? `Members see your ${what}.`
      : `Only you see your ${what}.`

const tabs = [
  { value: 'needs', label: 'Looking For' },
  { value: 'offers', label: 'Can Help With' },
] as const

function NeedsAndOffers({ profile }: { profile: Profile }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('needs')
  return (
    <Tabs label="What I need and offer" items={tabs} value={tab} onChange={setTab}>
      {tab === 'needs' ? (
        <TagLinks
          filter="needs"
          tags={profile.needs}
          tone="amber"
          none={<p className="text-muted">You have not said what you are looking for.</p>}
        />
      ) : (
        <TagLinks
          filter="can_help_with"
          tags={profile.can_help_with ?? []}
          tone="green"
          none={<p className="text-muted">You have not said what you can help with.</p>}
        />
      )}
    </Tabs>
  )
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden size={16} className="shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 text-left wrap-anywhere">
        {children}
      </span>
    </li>
  )
}

function ExternalLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className="touchable-line break-all text-accent hover:underline"
    >
      {children}
    </a>
  )
}
