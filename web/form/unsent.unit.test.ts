import { expect, test } from 'vitest'
import { isWritten } from './unsent.ts'

const typed = (version: number, changes: object) => ({ over: { values: {}, version }, changes })

test('of a new row blanks are not writing; of an edited one any change is', () => {
  expect(isWritten(typed(0, { title: 'Half a title' }))).toBe(true)
  expect(isWritten(typed(0, { event_date: '2026-12-01', title: ' ' }))).toBe(true)
  expect(isWritten(typed(0, { content: ' \n ' }))).toBe(false)
  expect(isWritten(typed(3, { content: '' }))).toBe(true)
  expect(isWritten(typed(3, {}))).toBe(false)
})

test('what some other version of this page has stored is no writing, and breaks nothing', () => {
  for (const stored of [null, undefined, 'text', { content: 'text' }, { typed: { context: 'text' } }])
    expect(isWritten(stored)).toBe(false)
})
