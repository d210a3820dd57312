import { Sql } from '../connection/sql.ts'

/** A number as a part of the statement's text, not as a value. */
export const literal = (number: number) => new Sql([String(number)], [])

/**
 * Rounds LIMIT up to one of a few literals, so that one generic plan is reused: for a LIMIT that it does not see PostgreSQL
 * assumes a tenth of the table, and would plan anew every time. They are what our screens ask for (20 to 24, or 30 to 50) and the
 * most there is, each with one more row, which tells whether there is a next page.
 */
export const roundUp = (rows: number): number => LIMITS.find(limit => limit >= rows) ?? rows
const LIMITS = [25, 51, 501]
