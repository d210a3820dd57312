import { expect, test } from 'vitest'
import { DESCRIPTION_LIMIT, memberIdOf, shorten, titleAt } from './member-text.ts'

test('a description longer than 160 characters is cut at 160 and followed by three dots', {
  tags: ['MEM-17', 'TXT-33'],
}, () => {
  expect(DESCRIPTION_LIMIT).toBe(160)
  expect(shorten('x'.repeat(161))).toBe(`${'x'.repeat(160)}...`)
  expect(shorten('😀'.repeat(161))).toBe(`${'😀'.repeat(160)}...`)
})

test('a description of 160 characters or fewer stays whole', { tags: ['MEM-18'] }, () => {
  expect(shorten('x'.repeat(160))).toBe('x'.repeat(160))
  expect(shorten('😀'.repeat(160))).toBe('😀'.repeat(160))
  expect(shorten('')).toBe('')
})

test('title and company, or only the part that is present', () => {
  expect(titleAt('CEO', 'Lakeline')).toBe('CEO at Lakeline')
  expect(titleAt('CEO', '')).toBe('CEO')
  expect(titleAt(null, 'Lakeline')).toBe('Lakeline')
  expect(titleAt(null, '')).toBe('')
})

test('the member id is the last part of the address, in both shapes', { tags: ['NAV-24'] }, () => {
  expect(memberIdOf('/members/12')).toBe(12)
  expect(memberIdOf('/member/12')).toBe(12)
  expect(memberIdOf('/members/12/')).toBe(12)
  expect(memberIdOf('/members/0xC')).toBe(0)
})
