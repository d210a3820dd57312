import { Link } from '@tanstack/react-router'
import {
  AtSign,
  CalendarDays,
  CircleCheck,
  CircleX,
  Coffee,
  HandHelping,
  Handshake,
  Heart,
  Hourglass,
  Landmark,
  type LucideIcon,
  MessageSquare,
  RefreshCw,
  ShieldAlert,
  Target,
  UserPlus,
} from 'lucide-react'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { RelativeTime } from '../../../web/ui/RelativeTime.tsx'
import type { Notification } from '../contract.ts'
import { addressOf } from '../shared/address.ts'
import { excerptOf, sentenceOf } from '../shared/sentence.ts'

const icons: Record<Notification['kind'], { icon: LucideIcon; look: string }> = {
  mention: { icon: AtSign, look: 'bg-purple-soft text-on-purple' },
  my_topic_reply: { icon: MessageSquare, look: 'bg-blue-soft text-on-blue' },
  followed_topic_reply: { icon: MessageSquare, look: 'bg-blue-soft text-on-blue' },
  topic_like: { icon: Heart, look: 'bg-red-soft text-on-red' },
  request_target: { icon: Target, look: 'bg-amber-soft text-on-amber' },
  asked_to_introduce: { icon: Handshake, look: 'bg-purple-soft text-on-purple' },
  offer_made: { icon: HandHelping, look: 'bg-green-soft text-on-green' },
  offer_accepted: { icon: CircleCheck, look: 'bg-green-soft text-on-green' },
  offer_passed: { icon: HandHelping, look: 'bg-blue-soft text-on-blue' },
  introduction_wanted: { icon: UserPlus, look: 'bg-purple-soft text-on-purple' },
  introduction_agreed: { icon: Handshake, look: 'bg-green-soft text-on-green' },
  offer_ended: { icon: CircleX, look: 'bg-amber-soft text-on-amber' },
  outcome_asked: { icon: Coffee, look: 'bg-amber-soft text-on-amber' },
  introduction_thanked: { icon: Heart, look: 'bg-green-soft text-on-green' },
  asked_by_name: { icon: Handshake, look: 'bg-purple-soft text-on-purple' },
  my_request_comment: { icon: Handshake, look: 'bg-green-soft text-on-green' },
  joined_request_comment: { icon: Handshake, look: 'bg-green-soft text-on-green' },
  request_status: { icon: RefreshCw, look: 'bg-green-soft text-on-green' },
  still_looking: { icon: Hourglass, look: 'bg-amber-soft text-on-amber' },
  investor_comment: { icon: Landmark, look: 'bg-teal-soft text-on-teal' },
  event_change: { icon: CalendarDays, look: 'bg-amber-soft text-on-amber' },
  account_safety: { icon: ShieldAlert, look: 'bg-red-soft text-on-red' },
}

/** One notification: a link to what it is about. */
export function NotificationItem({
  notification,
  onOpen,
}: {
  notification: Notification
  onOpen: (notification: Notification) => void
}) {
  const { is_read, at } = notification
  const excerpt = excerptOf(notification)
  return (
    <li>
      <Link
        to={addressOf(notification) as never}
        data-unread={is_read ? undefined : ''}
        onClick={() => onOpen(notification)}
        className={cx(
          'flex gap-3 rounded-control p-3 -outline-offset-2 transition-colors hover:bg-sunken',
          !is_read && 'bg-tint/45',
        )}
      >
        <Picture notification={notification} />
        <span className="min-w-0 flex-1 text-sm">
          <span className={cx('line-clamp-4 wrap-anywhere', is_read && 'text-muted')}>
            {!is_read && <span className="sr-only">Unread: </span>}
            <Sentence notification={notification} />
          </span>
          {excerpt && (
            <span dir="auto" className="mt-0.5 line-clamp-2 text-left wrap-anywhere text-muted">
              {excerpt}
            </span>
          )}
          <span className="mt-1 block text-xs text-muted">
            <RelativeTime when={at} />
          </span>
        </span>
        <span className={cx('mt-1.5 size-2 shrink-0 rounded-full', !is_read && 'bg-accent')} />
      </Link>
    </li>
  )
}

const Sentence = ({ notification }: { notification: Notification }) =>
  sentenceOf(notification).map(({ text, is }, n) =>
    is ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other key
      <bdi key={n} className={is === 'name' ? 'font-semibold text-ink' : 'font-medium text-ink'}>
        {text}
      </bdi>
    ) : (
      text
    ),
  )

/** The latest actor, or two, with the icon of the kind. Without an actor the icon alone. */
function Picture({ notification: { kind, actors } }: { notification: Notification }) {
  const { icon: Icon, look } = icons[kind]
  const [first, second] = actors
  if (!first)
    return (
      <span className={cx('grid size-11 shrink-0 place-items-center rounded-full', look)}>
        <Icon aria-hidden size={18} />
      </span>
    )
  return (
    <span className="relative size-11 shrink-0">
      {second && (
        <span className="absolute top-0 right-0 rounded-full">
          <Avatar size="sm" name={second.full_name} src={second.profile_picture} />
        </span>
      )}
      <span className={cx('absolute left-0 rounded-full', second ? 'bottom-0 ring-2 ring-surface' : 'top-0.5')}>
        <Avatar size="sm" name={first.full_name} src={first.profile_picture} />
      </span>
      <span
        className={cx(
          'absolute right-0 bottom-0 grid size-5 place-items-center rounded-full ring-2 ring-surface',
          look,
        )}
      >
        <Icon aria-hidden size={11} strokeWidth={2.5} />
      </span>
    </span>
  )
}
