import { expect, test } from 'vitest'
import { BACKWARDS, type Draft, eventTypes, isOnlineFor, isWebLink, LINK, MISSING, problemsOf } from './event.ts'

const draft: Draft = {
  title: 'Founders breakfast',
  description: 'Coffee and honest numbers.',
  location: 'Lula Cafe, Logan Square',
  event_date: '2026-03-08',
  start_time: '18:00',
  end_time: '20:00',
  ends_next_day: false,
  event_type: 'in_person',
  is_online: false,
  meeting_link: null,
}

test('TXT-09 the types are in_person, online and hybrid', () => {
  expect(eventTypes).toEqual(['in_person', 'online', 'hybrid'])
})

test('EVT-39 EVT-40 EVT-41 online and hybrid turn the switch on, in_person off', () => {
  expect(eventTypes.map(isOnlineFor)).toEqual([false, true, true])
})

test('EVT-49 EVT-50 EVT-51 EVT-52 EVT-53 EVT-54 what is required depends on the switch alone', () => {
  expect(problemsOf(draft)).toEqual({})
  for (const field of ['title', 'description', 'event_date', 'start_time', 'end_time', 'location'] as const)
    expect(problemsOf({ ...draft, [field]: '  ' })).toEqual({ [field]: MISSING })
  const online = { ...draft, is_online: true, meeting_link: 'https://meet.example/breakfast' }
  expect(problemsOf({ ...online, location: '' })).toEqual({})
  expect(problemsOf({ ...online, meeting_link: ' ' })).toEqual({ meeting_link: MISSING })
  expect(problemsOf({ ...draft, event_type: 'online', location: '' })).toEqual({ location: MISSING })
})

test('a meeting link is a web address', () => {
  expect(['https://x.example', 'HTTP://x.example/a?b', ' https://x.example '].map(isWebLink)).toEqual([
    true,
    true,
    true,
  ])
  for (const link of ['javascript:alert(1)', 'data:text/html,x', 'x.example', 'https://', 'ftp://x.example'])
    expect(isWebLink(link), link).toBe(false)
  expect(problemsOf({ ...draft, is_online: true, meeting_link: 'zoom.example/1' })).toEqual({ meeting_link: LINK })
})

test('an end before the start is refused unless the event ends the next day', () => {
  const late = { ...draft, start_time: '21:00', end_time: '01:30' }
  expect(problemsOf(late)).toEqual({ end_time: BACKWARDS })
  expect(problemsOf({ ...late, ends_next_day: true })).toEqual({})
  expect(problemsOf({ ...draft, end_time: draft.start_time })).toEqual({})
})
