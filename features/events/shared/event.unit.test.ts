import { expect, test } from 'vitest'
import { BACKWARDS, type Draft, endingAt, eventTypes, isOnlineFor, MISSING, movedTo, problemsOf } from './event.ts'

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

test('the types are in_person, online and hybrid', { tags: ['TXT-09'] }, () => {
  expect(eventTypes).toEqual(['in_person', 'online', 'hybrid'])
})

test('online and hybrid turn the switch on, in_person off', { tags: ['EVT-39', 'EVT-40', 'EVT-41'] }, () => {
  expect(eventTypes.map(isOnlineFor)).toEqual([false, true, true])
})

test('what is required depends on the switch alone', {
  tags: ['EVT-49', 'EVT-50', 'EVT-51', 'EVT-52', 'EVT-53', 'EVT-54'],
}, () => {
  expect(problemsOf(draft)).toEqual({})
  for (const field of ['title', 'description', 'event_date', 'start_time', 'end_time', 'location'] as const)
    expect(problemsOf({ ...draft, [field]: '  ' })).toEqual({ [field]: MISSING })
  const online = { ...draft, is_online: true, meeting_link: 'https://meet.example/breakfast' }
  expect(problemsOf({ ...online, location: '' })).toEqual({})
  expect(problemsOf({ ...online, meeting_link: ' ' })).toEqual({ meeting_link: MISSING })
  expect(problemsOf({ ...draft, event_type: 'online', location: '' })).toEqual({ location: MISSING })
})

test('a meeting link is a web address', () => {
  const problems = (meeting_link: string) => problemsOf({ ...draft, is_online: true, meeting_link })
  for (const link of ['https://x.example', ' https://x.example ']) expect(problems(link), link).toEqual({})
  for (const link of ['javascript:alert(1)', 'zoom.example/1'])
    expect(problems(link)).toEqual({
      meeting_link: 'The meeting link is not a web address, such as https://example.com.',
    })
})

test('an end before the start is refused unless the event ends the next day', () => {
  const late = { ...draft, start_time: '21:00', end_time: '01:30' }
  expect(problemsOf(late)).toEqual({ end_time: BACKWARDS })
  expect(problemsOf({ ...late, ends_next_day: true })).toEqual({})
  expect(problemsOf({ ...draft, end_time: draft.start_time })).toEqual({})
})

test('a start past the end moves the end, and the duration stays the same', () => {
  const evening = { start_time: '18:00', end_time: '20:00', ends_next_day: false }
  expect(movedTo('20:30', evening)).toEqual({ start_time: '20:30', end_time: '22:30', ends_next_day: false })
  expect(movedTo('20:00', evening)).toEqual({ start_time: '20:00', end_time: '22:00', ends_next_day: false })
  expect(movedTo('22:30', evening)).toEqual({ start_time: '22:30', end_time: '00:30', ends_next_day: true })
  // Not past the end: the end stays.
  expect(movedTo('19:45', evening)).toEqual({ ...evening, start_time: '19:45' })
  expect(movedTo('08:00', evening)).toEqual({ ...evening, start_time: '08:00' })
  // An end on the next day is after every start.
  const night = { start_time: '21:00', end_time: '01:30', ends_next_day: true }
  expect(movedTo('23:30', night)).toEqual({ ...night, start_time: '23:30' })
  // Incomplete or already invalid times stay unchanged.
  expect(movedTo('', evening)).toEqual({ ...evening, start_time: '' })
  expect(movedTo('21:00', { ...evening, end_time: '17:00' })).toEqual({
    start_time: '21:00',
    end_time: '17:00',
    ends_next_day: false,
  })
})

test('ends_next_day follows from the typed end if the event is shorter than half a day, and a manual choice stays', () => {
  const night = { start_time: '23:30', end_time: '01:30', ends_next_day: true }
  expect(endingAt('02:00', night)).toEqual({ ...night, end_time: '02:00' })
  expect(endingAt('23:45', night)).toEqual({ ...night, end_time: '23:45', ends_next_day: false })
  expect(endingAt('19:00', night)).toEqual({ ...night, end_time: '19:00', ends_next_day: false })
  expect(endingAt('', night)).toEqual({ ...night, end_time: '', ends_next_day: false })
  const evening = { start_time: '18:00', end_time: '20:00', ends_next_day: false }
  expect(endingAt('01:00', evening)).toEqual({ ...evening, end_time: '01:00', ends_next_day: true })
  expect(endingAt('17:00', evening)).toEqual({ ...evening, end_time: '17:00' })
  const camp = { ...evening, ends_next_day: true }
  expect(endingAt('21:00', camp)).toEqual({ ...camp, end_time: '21:00' })
  expect(movedTo('00:30', night)).toEqual({ ...night, start_time: '00:30', ends_next_day: false })
})
