import { Sql } from '../connection/sql.ts'

/** A number in the text of the statement, not a parameter. */
export const literal = (number: number) => new Sql([String(number)], [])

/** The same for a text of our code, such as a kind: the planner then skips the other tables of a view. */
export const textLiteral = (text: string) => new Sql([`'${text.replaceAll("'", "''")}'`], [])

/**
 * Rounds LIMIT up to one of a few literals, so that one generic plan is reused: for a LIMIT parameter, PostgreSQL assumes a tenth
 * of the table, and would use custom plans. The literals cover our screens (20 to 24 rows, or 30 to 50) and the maximum, plus one
 * row, which shows whether there is a next page.
 */
export const roundUp = (rows: number): number => LIMITS.find(limit => limit >= rows) ?? rows
const LIMITS = [25, 51, 501]
