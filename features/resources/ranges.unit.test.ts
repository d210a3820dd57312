import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './ranges.ts'

const file = { size: 100, etag: '"a"' }
const parse = (range: string, more = {}) => rangeOf({ range, ...more }, file)

test('a range is relative to the start or the end', () => {
  expect(parse('bytes=0-9')).toEqual({ start: 0, end: 9 })
  expect(parse('bytes=90-')).toEqual({ start: 90, end: 99 })
  expect(parse('bytes=-10')).toEqual({ start: 90, end: 99 })
  expect(parse('bytes=-1000')).toEqual({ start: 0, end: 99 })
  expect(parse('bytes=50-1000')).toEqual({ start: 50, end: 99 })
})

test('a range past the end is not satisfiable', () => {
  expect(parse('bytes=100-')).toBe('none')
  expect(parse('bytes=-0')).toBe('none')
})

test('invalid and multiple ranges and a failed If-Range give the whole file', () => {
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=9-3', 'bytes=a-b'])
    expect(parse(range)).toBeUndefined()
  expect(rangeOf({}, file)).toBeUndefined()
  expect(parse('bytes=0-9', { 'if-range': '"a"' })).toEqual({ start: 0, end: 9 })
  expect(parse('bytes=0-9', { 'if-range': '"b"' })).toBeUndefined()
})

test('no range exceeds the file', () => {
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat()), fc.integer({ min: 1, max: 1e6 }), (from, to, size) => {
      const range = rangeOf({ range: `bytes=${from}-${to ?? ''}` }, { size, etag: '' })
      if (range && range !== 'none') expect(range.start <= range.end && range.end < size).toBe(true)
    }),
  )
})
