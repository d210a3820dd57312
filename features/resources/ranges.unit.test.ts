import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './ranges.ts'

const file = { size: 100, etag: '"a"' }
const asked = (range: string, more = {}) => rangeOf({ range, ...more }, file)

test('a range is a part of the file, from either end', () => {
  expect(asked('bytes=0-9')).toEqual({ start: 0, end: 9 })
  expect(asked('bytes=90-')).toEqual({ start: 90, end: 99 })
  expect(asked('bytes=-10')).toEqual({ start: 90, end: 99 })
  expect(asked('bytes=-1000')).toEqual({ start: 0, end: 99 })
  expect(asked('bytes=50-1000')).toEqual({ start: 50, end: 99 })
})

test('past the end there is nothing', () => {
  expect(asked('bytes=100-')).toBe('none')
  expect(asked('bytes=-0')).toBe('none')
})

test('what is no single range gets the whole file, and so does a part of another version', () => {
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=9-3', 'bytes=a-b'])
    expect(asked(range)).toBeUndefined()
  expect(rangeOf({}, file)).toBeUndefined()
  expect(asked('bytes=0-9', { 'if-range': '"a"' })).toEqual({ start: 0, end: 9 })
  expect(asked('bytes=0-9', { 'if-range': '"b"' })).toBeUndefined()
})

test('no range ever leads out of the file', () => {
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat()), fc.integer({ min: 1, max: 1e6 }), (from, to, size) => {
      const range = rangeOf({ range: `bytes=${from}-${to ?? ''}` }, { size, etag: '' })
      if (range && range !== 'none') expect(range.start <= range.end && range.end < size).toBe(true)
    }),
  )
})
