import { expect, test } from 'vitest'
import { ApiError } from '../../../web/api/call.ts'
import { isNotFound, problemOf } from './problems.ts'

test('MEM-88 without an id the member id is missing', () => {
  expect(problemOf('', undefined)).toBe('Member ID is missing')
})

test('MEM-89 a failed query says so', () => {
  expect(problemOf('7', new ApiError('The service is busy.', { status: 503 }))).toBe('Failed to load member profile')
})

test('MEM-90 a query without a row says so', () => {
  const error = new ApiError('Member not found', { status: 404 })
  expect(problemOf('7', error)).toBe('Member not found')
  expect(isNotFound(error)).toBe(true)
})

test('MEM-91 an unforeseen failure says so', () => {
  expect(problemOf('7', new TypeError('x is undefined'))).toBe('An unexpected error occurred')
  expect(isNotFound(new TypeError('x'))).toBe(false)
})
