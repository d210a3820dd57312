import { Globe, type LucideIcon, Mail, Phone, UserRound } from 'lucide-react'
import { githubUrl, linkedinUrl, shortUrl, twitterName, twitterUrl, websiteUrl } from '../../../contract/links.ts'
import { GitHubIcon, LinkedInIcon, TwitterIcon } from '../../../web/ui/brand-icons.ts'
import { ContactLink } from '../../../web/ui/ContactLink.tsx'
import type { Shown } from './shown.ts'

type Contact = { name: string; icon: LucideIcon; text: string; to: string }

/** All contact details that a member shares. */
export function ContactList({ member }: { member: Shown }) {
  const contacts = contactsOf(member)
  if (contacts.length === 0) return <p className="text-muted">No contact information shared</p>
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 pointer-coarse:gap-y-0">
      {contacts.map(contact => (
        <ContactLink key={contact.name} {...contact} />
      ))}
    </dl>
  )
}

function contactsOf(member: Shown): Contact[] {
  const { email, phone, company_website, website, linkedin_url, twitter_handle, github } = member
  const contact = (
    value: string | null | undefined,
    name: string,
    icon: LucideIcon,
    to: (value: string) => string,
    text: (value: string) => string = shortUrl,
  ): Contact[] => (value ? [{ name, icon, to: to(value), text: text(value) }] : [])
  const asIs = (value: string) => value
  return [
    ...contact(email, 'Email', Mail, value => `mailto:${value}`, asIs),
    ...contact(phone, 'Phone', Phone, value => `tel:${value.replace(/[^\d+]/g, '')}`, asIs),
    ...contact(company_website, 'Website', Globe, websiteUrl),
    ...contact(website, 'Personal website', UserRound, websiteUrl),
    ...contact(linkedin_url, 'LinkedIn', LinkedInIcon, linkedinUrl),
    ...contact(twitter_handle, 'Twitter', TwitterIcon, twitterUrl, twitterName),
    ...contact(github, 'GitHub', GitHubIcon, githubUrl),
  ]
}
