import {
  BookOpen,
  CalendarDays,
  Handshake,
  Landmark,
  type LucideIcon,
  MessageSquareReply,
  MessagesSquare,
  UserRound,
} from 'lucide-react'
import type { Hit, Kind } from '../contract.ts'

/** How each kind is called: one hit, and the tab. */
export const looks: Record<Kind, { one: string; many: string; icon: LucideIcon }> = {
  member: { one: 'Member', many: 'Members', icon: UserRound },
  topic: { one: 'Topic', many: 'Topics', icon: MessagesSquare },
  reply: { one: 'Reply', many: 'Replies', icon: MessageSquareReply },
  event: { one: 'Event', many: 'Events', icon: CalendarDays },
  investor: { one: 'Investor', many: 'Investors', icon: Landmark },
  resource: { one: 'Resource', many: 'Resources', icon: BookOpen },
  request: { one: 'Request', many: 'Requests', icon: Handshake },
}

/** The path of the screen that shows a hit. The library has no page for one resource: its list searches for the title. */
export function addressOf({ kind, id, title, topic_id }: Pick<Hit, 'kind' | 'id' | 'title' | 'topic_id'>): string {
  switch (kind) {
    case 'member':
      return `/members/${id}`
    case 'topic':
      return `/forum/${id}`
    case 'reply':
      return `/forum/${topic_id}?reply=${id}`
    case 'event':
      return `/events?event=${id}`
    case 'investor':
      return `/investors?investor=${id}`
    case 'request':
      return `/introduction-requests?request=${id}`
    case 'resource':
      return `/resources?${new URLSearchParams({ q: title })}`
  }
}

export const resultsFor = (q: string) => `/search?${new URLSearchParams({ q })}`

/** Whether nothing has the words as typed, so that only hits with typing errors are shown. */
export const areClose = (hits: Hit[]) => hits.some(({ close }) => close.length > 0)
