import { expect, test } from 'vitest'
import type { Draft } from './event.ts'
import { merge } from './merge.ts'

const seen: Draft = {
  title: 'Demo day',
  description: 'Six pitches.',
  location: 'mHUB',
  event_date: '2030-06-01',
  start_time: '18:00',
  end_time: '20:00',
  ends_next_day: false,
  event_type: 'in_person',
  is_online: false,
  meeting_link: '',
}

test('what only the other changed is taken over, what I changed stays', () => {
  const mine = { ...seen, title: 'Demo night', location: 'Second floor' }
  const theirs = { ...seen, location: 'Third floor', start_time: '19:00' }
  expect(merge(seen, mine, theirs)).toEqual({
    draft: { ...seen, title: 'Demo night', location: 'Second floor', start_time: '19:00' },
    changes: [
      { field: 'location', theirs: 'Third floor', isDisputed: true },
      { field: 'start_time', theirs: '19:00', isDisputed: false },
    ],
  })
})

test('where both made the same change there is nothing to say', () => {
  const both = { ...seen, title: 'Demo night' }
  expect(merge(seen, both, both)).toEqual({ draft: both, changes: [] })
})
