import { Link } from '@tanstack/react-router'
import { Factory, Hand, HandHelping, type LucideIcon, MapPin, MessagesSquare, TrendingUp } from 'lucide-react'
import { type ReasonKind, type Reasons, reasonTexts } from '../../features/matches/contract.ts'

const icons: Record<ReasonKind, LucideIcon> = {
  can_help_with: HandHelping,
  looks_for: Hand,
  industry: Factory,
  topics: MessagesSquare,
  stage: TrendingUp,
  location: MapPin,
}

/** Why a member may be of interest to me, one reason in a line. With `links`, shared topics lead to them. */
export function ReasonList({ reasons, links }: { reasons: Reasons; links?: boolean }) {
  return (
    <ul aria-label="Reasons" className="flex flex-col gap-2 text-sm">
      {reasonTexts(reasons).map(({ kind, text }) => {
        const Icon = icons[kind]
        return (
          <li key={kind} className="flex items-start gap-2.5">
            <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
            <span className="min-w-0 wrap-anywhere">
              {kind === 'topics' ? (
                <Topics topics={reasons.topics} links={links} />
              ) : kind === 'location' ? (
                <>
                  Both in <bdi>{reasons.location}</bdi>
                </>
              ) : (
                text
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Topics({ topics, links }: Pick<Reasons, 'topics'> & { links?: boolean }) {
  return (
    <>
      {'Wrote in '}
      {topics.map(({ id, title }, n) => (
        <span key={id}>
          {n > 0 && (n === topics.length - 1 ? ' and ' : ', ')}
          {links ? (
            <Link to="/forum/$id" params={{ id: String(id) }} className="text-accent underline underline-offset-2">
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <>
              “<bdi>{title}</bdi>”
            </>
          )}
        </span>
      ))}
      {', as you did'}
    </>
  )
}
