import { MapPin } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Badge, type BadgeTone } from '../../../web/ui/Badge.tsx'
import { Highlight } from '../../../web/ui/Highlight.tsx'
import { ReasonList } from '../../../web/ui/ReasonList.tsx'
import { ShortFactLink, TagLink } from '../../../web/ui/TagLink.tsx'
import { reasonTexts } from '../../matches/contract.ts'
import type { ListedMember } from '../contract.ts'
import { shorten, titleAt } from '../shared/member-text.ts'
import { SocialLinks } from './SocialLinks.tsx'
import type { TagFilter } from './use-members.ts'

const MAX_TAGS = 4

/** The whole card opens the dialog: the name is a button that covers the card, except for the links. */
export const MemberCardView = memo(function MemberCardView({
  card,
  query,
  onOpen,
  position,
  setSize,
}: {
  card: ListedMember
  query: string
  onOpen: (id: number) => void
  position: number
  setSize: number
}) {
  const role = titleAt(card.title, card.company_name)
  return (
    <article
      aria-labelledby={`member-${card.id}`}
      aria-posinset={position}
      aria-setsize={setSize}
      className="relative flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-5 transition-colors has-[button:hover]:border-edge"
    >
      <div className="flex items-center gap-4">
        <Avatar name={card.full_name} src={card.avatar_url} />
        <div className="min-w-0">
          <h2 id={`member-${card.id}`} dir="auto" className="truncate text-xl">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(card.id)}
              className="max-w-full truncate text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-(--focus)"
            >
              <Highlight text={card.full_name} query={query} />
            </button>
          </h2>
          {role && (
            <p dir="auto" className="truncate text-sm text-muted" title={role}>
              <Highlight text={role} query={query} />
            </p>
          )}
        </div>
      </div>
      {card.reasons && hasReasons(card.reasons) && (
        <div className="rounded-control bg-tint/40 px-3 py-2.5">
          <ReasonList reasons={card.reasons} />
        </div>
      )}
      {card.company_description && (
        <p dir="auto" className="text-sm">
          <Highlight text={shorten(card.company_description)} query={query} />
        </p>
      )}
      {(card.industry || card.stage) && (
        <div className="flex flex-wrap gap-1.5 pointer-coarse:gap-y-0">
          {card.industry && <TagLink filter="industry">{card.industry}</TagLink>}
          {card.stage && (
            <TagLink filter="stage" tone="neutral">
              {card.stage}
            </TagLink>
          )}
        </div>
      )}
      <Tags filter="needs" label="Looking for:" tags={card.needs} tone="amber" />
      <Tags filter="can_help_with" label="Can help with:" tags={card.can_help_with ?? []} tone="green" />
      <div className="mt-auto flex min-h-8 flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
        <span className="flex min-w-0 items-center gap-1">
          {card.location && (
            <>
              <MapPin aria-hidden size={14} className="shrink-0" />
              <ShortFactLink filter="location" value={card.location} />
            </>
          )}
        </span>
        <span className="relative z-10 -mr-2 flex flex-wrap">
          <SocialLinks
            name={card.full_name}
            linkedin={card.linkedin_url}
            twitter={card.twitter_handle}
            website={card.company_website}
          />
        </span>
      </div>
    </article>
  )
})

const hasReasons = (reasons: NonNullable<ListedMember['reasons']>) => reasonTexts(reasons).length > 0

type TagsProps = { filter: TagFilter; label: string; tags: string[]; tone: BadgeTone }

function Tags({ filter, label, tags, tone }: TagsProps) {
  if (tags.length === 0) return null
  const rest = tags.length - MAX_TAGS
  return (
    <div className="flex flex-wrap items-center gap-1.5 pointer-coarse:gap-y-0">
      <span className="mr-0.5 text-xs text-muted">{label}</span>
      {tags.slice(0, MAX_TAGS).map(tag => (
        <TagLink key={tag} filter={filter} tone={tone}>
          {tag}
        </TagLink>
      ))}
      {rest > 0 && <Badge tone="outline">{`+${rest}`}</Badge>}
    </div>
  )
}
