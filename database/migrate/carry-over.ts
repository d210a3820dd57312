import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Problem } from '../connection/problem.ts'
import { dropRules } from './drop-rules.ts'
import { markApplied, type Step } from './step.ts'

/** How many numbered migrations there were before each slice had its own tables.sql. */
const EARLIER_STEPS = 42

/** The files whose tables the numbered migrations had made. Slices that are not listed are newer: their tables are created. */
export const BASELINE = [
  'database/accounts.sql',
  'database/search.sql',
  ...['auth', 'events', 'forum', 'introductions', 'investors', 'live', 'operator', 'profile', 'resources'].map(
    slice => `features/${slice}/tables.sql`,
  ),
]

/** Upgrades a database created by the numbered migrations to the schema of the slices' tables.sql. Does nothing for other databases. */
export async function carryOver(owner: pg.Client, steps: Step[]): Promise<void> {
  const { rows } = await owner.query<{ name: string }>("select name from migrations where name ~ '^[0-9]{4}_'")
  if (rows.length === 0) return
  if (rows.length !== EARLIER_STEPS)
    throw new Problem(
      `This database was made by an earlier version, which applied ${rows.length} of its ${EARLIER_STEPS} migrations.`,
      'Start it once with the last version that has the folder database/migrations, then with this one.',
    )
  await dropRules(owner)
  const baseline = steps.filter(({ name }) => BASELINE.includes(name))
  // search.sql contains only functions, which the changed columns need.
  await owner.query(baseline.find(({ name }) => name === 'database/search.sql')?.text ?? '')
  await owner.query(readFileSync(join(import.meta.dirname, 'carry-over.sql'), 'utf8'))
  await owner.query('delete from migrations')
  for (const step of baseline) await markApplied(owner, step)
}
