import type { Home } from '../contract.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ago = (time: number) => new Date(Date.now() - time).toISOString()
const ahead = (days: number) => new Date(Date.now() + days * DAY_MS).toLocaleDateString('en-CA')
const person = (full_name: string) => ({ id: 0, full_name, profile_picture: null })

/** Sample data for an empty community: invented members, marked 'Sample', with links to the lists only. */
export function samples(): Home {
  const topic = { is_anonymous: false, is_mine: false }
  const activity = { subject_id: 0, cursor: '' }
  return {
    is_empty: true,
    saw_complete: true,
    welcome: null,
    topics: [
      {
        ...topic,
        id: 1,
        title: 'How we closed our seed round in six weeks',
        author: person('Maya Lindqvist'),
        tags: ['Fundraising'],
        likes_count: 24,
        comments_count: 11,
        created_at: ago(2 * HOUR_MS),
      },
      {
        ...topic,
        id: 2,
        title: 'Looking for feedback on our onboarding flow',
        author: person('Andre Whitlock'),
        tags: ['Product'],
        likes_count: 9,
        comments_count: 14,
        created_at: ago(5 * HOUR_MS),
      },
      {
        ...topic,
        id: 3,
        title: 'Who has hired a first salesperson outside the Loop?',
        author: person('Rosa Benitez'),
        tags: ['Hiring'],
        likes_count: 6,
        comments_count: 8,
        created_at: ago(DAY_MS),
      },
      {
        ...topic,
        id: 4,
        title: 'What a cold winter taught us about churn',
        author: person('Tunde Adeyemi'),
        tags: ['Growth'],
        likes_count: 17,
        comments_count: 5,
        created_at: ago(3 * DAY_MS),
      },
    ],
    activities: [
      {
        ...activity,
        id: 'sample-1',
        kind: 'reply',
        actor: person('Rosa Benitez'),
        subject: 'How we closed our seed round in six weeks',
        created_at: ago(HOUR_MS),
      },
      {
        ...activity,
        id: 'sample-2',
        kind: 'post',
        actor: person('Andre Whitlock'),
        subject: 'Looking for feedback on our onboarding flow',
        created_at: ago(5 * HOUR_MS),
      },
      {
        ...activity,
        id: 'sample-3',
        kind: 'event',
        actor: person('Maya Lindqvist'),
        subject: 'Founders breakfast',
        created_at: ago(DAY_MS),
      },
      {
        ...activity,
        id: 'sample-4',
        kind: 'like',
        actor: person('Tunde Adeyemi'),
        subject: 'Who has hired a first salesperson outside the Loop?',
        created_at: ago(2 * DAY_MS),
      },
    ],
    events: [
      {
        id: 1,
        title: 'Founders breakfast',
        event_date: ahead(4),
        start_time: '08:30',
        location: 'Fulton Market',
        is_online: false,
      },
      {
        id: 2,
        title: 'Office hours: pricing',
        event_date: ahead(9),
        start_time: '18:00',
        location: '',
        is_online: true,
      },
    ],
  }
}
