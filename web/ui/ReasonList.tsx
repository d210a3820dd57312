import { Link } from '@tanstack/react-router'
import {
  CalendarDays,
  Factory,
  Hand,
  HandHelping,
  type LucideIcon,
  MapPin,
  MessagesSquare,
  TrendingUp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type ReasonKind, type Reasons, reasonTexts } from '../../features/matches/contract.ts'

const icons: Record<ReasonKind, LucideIcon> = {
  can_help_with: HandHelping,
  looks_for: Hand,
  industry: Factory,
  topics: MessagesSquare,
  events: CalendarDays,
  stage: TrendingUp,
  location: MapPin,
}

/** Why a member may be of interest to me, one reason in a line. With `links`, topics and events are links. */
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
                <>
                  Wrote in <Titles of={reasons.topics} link={links ? TopicLink : undefined} />, as you did
                </>
              ) : kind === 'events' ? (
                <>
                  Adds events, as you do: <Titles of={reasons.events ?? []} link={links ? EventLink : undefined} />
                </>
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

type Titled = { id: number; title: string }
type TitleLink = (props: Titled) => ReactNode

function Titles({ of, link: TitleLink }: { of: Titled[]; link?: TitleLink }) {
  return of.map(({ id, title }, n) => (
    <span key={id}>
      {n > 0 && (n === of.length - 1 ? ' and ' : ', ')}
      {TitleLink ? (
        <TitleLink id={id} title={title} />
      ) : (
        <>
          “<bdi>{title}</bdi>”
        </>
      )}
    </span>
  ))
}

const linked = 'text-accent underline underline-offset-2'
const TopicLink: TitleLink = ({ id, title }) => (
  <Link to="/forum/$id" params={{ id: String(id) }} className={linked}>
    <bdi>{title}</bdi>
  </Link>
)
const EventLink: TitleLink = ({ id, title }) => (
  <Link to="/events" search={{ event: String(id) } as never} className={linked}>
    <bdi>{title}</bdi>
  </Link>
)
