import { expect, test } from 'vitest'
import { isWritten } from './unsent.ts'

const typed = (version: number, changes: object) => ({ over: { values: {}, version }, changes })

test('ignores blanks in a new row, but counts any change to an edited row', () => {
  expect(isWritten(typed(0, { title: 'Half a title' }))).toBe(true)
  expect(isWritten(typed(0, { event_date: '2026-12-01', title: ' ' }))).toBe(true)
  expect(isWritten(typed(0, { content: ' \n ' }))).toBe(false)
  expect(isWritten(typed(0, { is_anonymous: true }))).toBe(false)
  expect(isWritten(typed(0, { focus: ['Fintech'] }))).toBe(true)
  expect(isWritten(typed(3, { content: '' }))).toBe(true)
  expect(isWritten(typed(3, {}))).toBe(false)
})

test('ignores stored values of another format', () => {
  for (const stored of [null, undefined, 'text', { content: 'text' }, { typed: { context: 'text' } }])
    expect(isWritten(stored)).toBe(false)
})
