import { expect, test } from 'vitest'
import { eventListing } from '../contract.ts'
import { belongs } from './tabs.ts'

const event = {
  title: 'Founders breakfast',
  description: 'Honest numbers',
  location: 'Pilsen',
  event_date: '2026-03-08',
}
const all = { tab: 'all', q: '' } as const

test('a date belongs to Upcoming from today on, before that to Past, always to All', {
  tags: ['EVT-23', 'EVT-24', 'EVT-25', 'EVT-26'],
}, () => {
  const on = (today: string) =>
    (['upcoming', 'past', 'all'] as const).filter(tab => belongs(event, { tab, q: '' }, today))
  expect(on('2026-03-07')).toEqual(['upcoming', 'all'])
  expect(on('2026-03-08')).toEqual(['upcoming', 'all'])
  expect(on('2026-03-09')).toEqual(['past', 'all'])
})

test('a search finds title, description and location, whatever the case', {
  tags: ['EVT-30', 'EVT-31', 'EVT-32', 'EVT-33'],
}, () => {
  const finds = (q: string) => belongs(event, { ...all, q }, '2026-01-01')
  expect(['BREAKFAST', 'honest', 'pilsen', ''].map(finds)).toEqual([true, true, true, true])
  expect(finds('lunch')).toBe(false)
})

test('an address without a tab, or with one we do not know, is Upcoming', { tags: ['EVT-04'] }, () => {
  expect(eventListing({})).toEqual({ tab: 'upcoming', limit: 48 })
  expect(eventListing({ tab: 'tomorrow', q: ' lake ' })).toMatchObject({ tab: 'upcoming', q: 'lake' })
  expect(eventListing({ tab: 'past' })).toMatchObject({ tab: 'past' })
})
