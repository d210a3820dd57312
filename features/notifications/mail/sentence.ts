import type { Notification } from '../contract.ts'

/** What happened, in one sentence without a full stop. An anonymous act names nobody. */
export function sentenceOf(notification: Notification): string {
  const { kind, title, detail } = notification
  const who = actorsOf(notification)
  const what = title ? `“${title}”` : 'something'
  switch (kind) {
    case 'mention':
      return `${who} mentioned you in ${what}`
    case 'my_topic_reply':
      return `${who} replied to your topic ${what}`
    case 'followed_topic_reply':
      return `${who} replied to ${what}`
    case 'topic_like':
      return `${who} liked your topic ${what}`
    case 'request_target':
      return `${who} asks to be introduced to you: ${what}`
    case 'my_request_comment':
      return `${who} commented on your request ${what}`
    case 'joined_request_comment':
      return `${who} commented on the request ${what}`
    case 'request_status':
      return `${who} set the request ${what} to ${(detail ?? '').replace('_', ' ')}`
    case 'investor_comment':
      return `${who} commented on the investor ${title ?? ''}`
    case 'event_change':
      return `${who} ${detail === 'deleted' ? 'deleted' : 'changed'} your event ${what}`
    case 'account_safety':
      return `Your account: ${detail ?? ''}`
  }
}

function actorsOf({ actors, actors_count }: Notification): string {
  const [first, second] = actors.map(actor => actor.full_name)
  if (!first) return 'Somebody'
  if (actors_count === 1) return first
  if (actors_count === 2 && second) return `${first} and ${second}`
  return `${first} and ${actors_count - 1} others`
}

/** The path of the page that the notification leads to. */
export function addressOf({ thread_kind, thread_id }: Notification): string {
  switch (thread_kind) {
    case 'topic':
      return `/forum/${thread_id}`
    case 'request':
      return `/introduction-requests?request=${thread_id}`
    case 'investor':
      return `/investors?investor=${thread_id}`
    case 'event':
      return `/events?event=${thread_id}`
    case 'account':
      return '/settings'
  }
}
