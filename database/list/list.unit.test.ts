import { expect, test } from 'vitest'
import { pageOf, roundedUp } from './list.ts'
import { sql } from './sql.ts'

test('how many rows a page has is written into the statement, as one of a few numbers', () => {
  const textOf = (limit: number) => pageOf(sql`select 1 as row, '' as place from events`, limit).toQuery().text
  // One row more than asked for tells whether there is a next page.
  expect(textOf(24)).toContain('limit 25)')
  expect(textOf(25)).toContain('limit 51)')
  expect(new Set([...Array(500).keys()].map(limit => textOf(limit + 1))).size).toBe(3)
})

test('what is asked for is never rounded down', () => {
  for (let rows = 1; rows <= 1000; rows++) expect(Number(roundedUp(rows).toQuery().text)).toBeGreaterThanOrEqual(rows)
})
