import { written } from './list.ts'
import { type Sql, sql } from './sql.ts'

/** How many steps along the order a page's row may cost before the indexes are asked instead. */
const PATIENCE = 40

/**
 * The first rows of a list that something was searched for in, as parts of a `with`: `near` has them in order where `is_full` says yes, else `rare`.
 *
 * Whether a word is in half of all rows or in one, PostgreSQL cannot tell beforehand: the plan is made once for all words, and the rules
 * keep it from looking at samples of a text. So the statement takes a sample itself. What the sample has is looked for along
 * the order, until the page is full; what it has not, or what does not fill the page within a good many steps, is rare, and the
 * indexes find all of it at once. `walk` goes so many steps along the order, where the condition holds, and keeps what matches; `sorted`
 * finds all that match, where the condition holds, and puts the first ones in order.
 */
export const commonOrRare = (
  walk: (steps: number, condition: Sql) => Sql,
  sorted: (condition: Sql) => Sql,
  most: number,
  sample: number,
) => sql`
  near as materialized (
    ${walk(PATIENCE * most, sql`(select count(*) from (${walk(sample, sql`true`)} limit 2) seen) = 2`)} limit ${written(most)}),
  is_full as materialized (select count(*) = ${written(most)} as yes from near),
  rare as materialized (${sorted(sql`not (select yes from is_full)`)})`
