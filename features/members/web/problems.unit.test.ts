import { expect, test } from 'vitest'
import { ApiError } from '../../../web/api/call.ts'
import { isNotFound, problemOf } from './problems.ts'

test('without an id the member id is missing', { tags: ['MEM-88'] }, () => {
  expect(problemOf('', undefined)).toBe('Member ID is missing')
})

test('a failed query says so', { tags: ['MEM-89'] }, () => {
  expect(problemOf('7', new ApiError('The service is busy.', { status: 503 }))).toBe('Failed to load member profile')
})

test('a query without a row says so', { tags: ['MEM-90'] }, () => {
  const error = new ApiError('Member not found', { status: 404 })
  expect(problemOf('7', error)).toBe('Member not found')
  expect(isNotFound(error)).toBe(true)
})

test('an unforeseen failure says so', { tags: ['MEM-91'] }, () => {
  expect(problemOf('7', new TypeError('x is undefined'))).toBe('An unexpected error occurred')
  expect(isNotFound(new TypeError('x'))).toBe(false)
})
