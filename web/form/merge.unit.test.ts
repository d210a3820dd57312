import { expect, test } from 'vitest'
import { changesBetween, isSame, merge } from './merge.ts'

const seen = {
  title: 'Demo day',
  location: 'mHUB',
  start_time: '18:00',
  is_online: false,
  needs: ['Hiring', 'Legal Help'],
}

test('takes fields that only the other side changed, and keeps mine', () => {
  const mine = { ...seen, title: 'Demo night', location: 'Second floor' }
  const theirs = { ...seen, location: 'Third floor', start_time: '19:00' }
  expect(merge(seen, mine, theirs)).toEqual({
    values: { ...seen, title: 'Demo night', location: 'Second floor', start_time: '19:00' },
    changes: [
      { field: 'location', theirs: 'Third floor', isDisputed: true },
      { field: 'start_time', theirs: '19:00', isDisputed: false },
    ],
  })
})

test('reports no change if both sides made the same change', () => {
  const both = { ...seen, title: 'Demo night', needs: ['Mentorship'] }
  expect(merge(seen, both, { ...both, needs: ['Mentorship'] })).toEqual({ values: both, changes: [] })
})

test('takes theirs for a field that I changed back', () => {
  expect(merge(seen, { ...seen }, { ...seen, is_online: true })).toEqual({
    values: { ...seen, is_online: true },
    changes: [{ field: 'is_online', theirs: true, isDisputed: false }],
  })
})

test('compares lists without their order', () => {
  expect(isSame(['Hiring', 'Legal Help'], ['Legal Help', 'Hiring'])).toBe(true)
  expect(isSame(['Hiring'], ['Hiring', 'Legal Help'])).toBe(false)
  const mine = { ...seen, needs: ['Legal Help', 'Hiring'] }
  expect(merge(seen, mine, { ...seen, needs: [] }).changes).toEqual([{ field: 'needs', theirs: [], isDisputed: false }])
  expect(merge(seen, { ...seen, needs: ['Hiring'] }, { ...seen, needs: [] }).changes).toEqual([
    { field: 'needs', theirs: [], isDisputed: true },
  ])
})

test('returns only fields that differ', () => {
  expect(changesBetween(seen, { ...seen, needs: ['Legal Help', 'Hiring'] })).toEqual({})
  expect(changesBetween(seen, { ...seen, title: '', needs: ['Hiring'] })).toEqual({ title: '', needs: ['Hiring'] })
})
