import { Globe, type LucideIcon } from 'lucide-react'
import { githubUrl, linkedinUrl, twitterUrl, websiteUrl } from '../../../contract/links.ts'
import { GitHubIcon, LinkedInIcon, TwitterIcon } from '../../../web/ui/brand-icons.ts'
import { Tooltip } from '../../../web/ui/Tooltip.tsx'

/** A member's profiles on other sites, as icons. */
export function SocialLinks({
  name,
  linkedin,
  twitter,
  github,
  website,
}: {
  name: string
  linkedin?: string | null
  twitter?: string | null
  github?: string | null
  website?: string | null
}) {
  return (
    <>
      {linkedin && <IconLink icon={LinkedInIcon} label={`${name} on LinkedIn`} to={linkedinUrl(linkedin)} />}
      {twitter && <IconLink icon={TwitterIcon} label={`${name} on Twitter`} to={twitterUrl(twitter)} />}
      {github && <IconLink icon={GitHubIcon} label={`${name} on GitHub`} to={githubUrl(github)} />}
      {website && <IconLink icon={Globe} label={`Website of ${name}`} to={websiteUrl(website)} />}
    </>
  )
}

function IconLink({ icon: Icon, label, to }: { icon: LucideIcon; label: string; to: string }) {
  return (
    <Tooltip text={label} names>
      <a
        href={to}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
        className="grid size-8 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <Icon aria-hidden size={16} />
      </a>
    </Tooltip>
  )
}
