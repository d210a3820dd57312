import { expect, test } from 'vitest'
import { DEFAULT_URGENCY, statuses, statusLabels, urgencies, urgencyLabels } from './labels.ts'
import { problemOf, problemsOf } from './rules.ts'

test('urgencies are low, medium and high, medium at first, each with its label', { tags: ['TXT-46'] }, () => {
  expect(urgencies).toEqual(['low', 'medium', 'high'])
  expect(DEFAULT_URGENCY).toBe('medium')
  expect(urgencies.map(urgency => urgencyLabels[urgency])).toEqual([
    'Low - Within a few weeks',
    'Medium - Within a week',
    'High - As soon as possible',
  ])
})

test('the statuses have their labels', () => {
  expect(statuses.map(status => statusLabels[status])).toEqual([
    'Pending',
    'In Progress',
    'Approved',
    'Declined',
    'Completed',
  ])
})

test('lengths count without the blanks around a text', {
  tags: ['INTRO-67', 'INTRO-68', 'INTRO-69', 'INTRO-70', 'INTRO-71', 'INTRO-72'],
}, () => {
  expect(problemOf('request_title', 'ab')).toBe('Title must be at least 3 characters long')
  expect(problemOf('request_title', '  a  ')).toBe('Title must be at least 3 characters long')
  expect(problemOf('request_title', 'abc')).toBeUndefined()
  expect(problemOf('context', '123456789')).toBe('Context must be at least 10 characters long')
  expect(problemOf('context', '1234567890')).toBeUndefined()
  expect(problemOf('your_company', '')).toBe('Company name is required')
  expect(problemOf('your_company', 'X')).toBeUndefined()
})

test('the target may be left out; an email that is there must be one', {
  tags: ['INTRO-73', 'INTRO-74', 'INTRO-75'],
}, () => {
  expect(problemOf('target_person', '')).toBeUndefined()
  expect(problemOf('target_email', '')).toBeUndefined()
  for (const wrong of ['tom', 'tom@', '@example.com', 'tom@example', 'to m@example.com'])
    expect(problemOf('target_email', wrong), wrong).toBe('Invalid email format')
  expect(problemOf('target_email', 'tom@example.com')).toBeUndefined()
})

test('an empty urgency is missing', { tags: ['INTRO-76'] }, () => {
  expect(problemOf('urgency', '')).toBe('Urgency level is required')
  expect(problemOf('urgency', 'low')).toBeUndefined()
})

test('only present fields are validated', () => {
  expect(problemsOf({ request_title: 'ab', target_email: '' })).toEqual({
    request_title: 'Title must be at least 3 characters long',
  })
  expect(problemsOf({})).toEqual({})
  expect(problemsOf({ context: 'x'.repeat(5001) })).toEqual({ context: 'At most 5,000 characters; this is 5,001.' })
})
