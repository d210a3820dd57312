import { expect, test } from 'vitest'
import { sql } from '../connection/sql.ts'
import { BadCursor, decodeCursor, encodeCursor } from './cursor.ts'
import { roundUp } from './limit.ts'
import { list } from './list.ts'

test('LIMIT is one of a few literals in the text of the statement', () => {
  const textOf = (limit: number) =>
    list({ from: 'events', order: { by: [[sql`id`, 'integer']] }, json: sql`'{}'`, limit }).toQuery().text
  // One extra row shows whether there is a next page.
  expect(textOf(24)).toContain('limit 25)')
  expect(textOf(25)).toContain('limit 51)')
  expect(new Set([...Array(500).keys()].map(limit => textOf(limit + 1))).size).toBe(3)
})

test('LIMIT is never rounded down', () => {
  for (let rows = 1; rows <= 1000; rows++) expect(roundUp(rows)).toBeGreaterThanOrEqual(rows)
})

test('a decoded cursor has the values that were encoded', () => {
  const values = ['2026-05-05T10:00:00.123456+00:00', 2_147_483_647, 'Zoë\n"', 3.25, '2026-02-28', '10:00:00']
  expect(
    decodeCursor(encodeCursor(JSON.stringify(values)), ['timestamptz', 'integer', 'text', 'float8', 'date', 'time']),
  ).toEqual(values.map(String))
})

test.each([
  ['nonsense'],
  ['['],
  ['{}'],
  ['[]'],
  ['[1]'],
  ['[1, 2, 3]'],
  ['["x", 1]'],
  ['[1.5, "a"]'],
  ['[9999999999, "a"]'],
  ['[1, "\u0000"]'],
  ['[null, "a"]'],
  ['[{"toString": 1}, "a"]'],
  ['[[1], "a"]'],
  [`[1, "${'\\u0000'}"]`],
])('%s is not a valid cursor of this order', json => {
  expect(() => decodeCursor(encodeCursor(json), ['integer', 'text'])).toThrow(BadCursor)
})
