import type { Notification } from '../contract.ts'

/** The path that a notification leads to: the reply or comment itself, where there is one. */
export function addressOf({ thread_kind, thread_id, subject_kind, subject_id, detail }: Notification): string {
  switch (thread_kind) {
    case 'topic':
      return `/forum/${thread_id}${subject_kind === 'reply' && subject_id ? `?reply=${subject_id}` : ''}`
    case 'request':
      return subject_kind === 'deleted_request'
        ? '/introduction-requests'
        : `/introduction-requests?request=${thread_id}${comment(subject_id)}`
    case 'investor':
      return `/investors?investor=${thread_id}${comment(subject_id)}`
    case 'event':
      return detail === 'deleted' ? '/events' : `/events?event=${thread_id}`
    case 'account':
      return '/settings'
  }
}

const comment = (id: number | null) => (id ? `&comment=${id}` : '')
