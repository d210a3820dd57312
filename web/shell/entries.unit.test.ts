import { expect, test } from 'vitest'
import { entries, isCurrent } from './entries.ts'

const currentOn = (path: string) => entries.filter(entry => isCurrent(entry, path)).map(entry => entry.label)

test('exactly one entry is current on each screen of the menu', () => {
  for (const entry of entries) expect(currentOn(entry.to)).toEqual([entry.label])
})

test('an entry is current on the screens below it, and on its other paths', () => {
  expect(currentOn('/forum/12')).toEqual(['Forum'])
  expect(currentOn('/member/12')).toEqual(['Members'])
  expect(currentOn('/introduction-requests')).toEqual(['Intro Requests'])
  expect(currentOn('/create-introduction-request')).toEqual(['Intro Requests'])
})

test('no entry is current elsewhere', () => {
  expect(currentOn('/profile')).toEqual([])
  expect(currentOn('/forums')).toEqual([])
})
