import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Problem } from '../connection/problem.ts'
import { dropPresent } from './present.ts'
import { note, type Step } from './step.ts'

/** The numbered migrations that made a database before each slice had a tables.sql of its own. */
const EARLIER_STEPS = 42

/** Brings a database that the numbered migrations made to what the tables.sql of all slices make. Others are left alone. */
export async function carryOver(owner: pg.Client, steps: Step[]): Promise<void> {
  const { rows } = await owner.query<{ name: string }>("select name from migrations where name ~ '^[0-9]{4}_'")
  if (rows.length === 0) return
  if (rows.length !== EARLIER_STEPS)
    throw new Problem(
      `This database was made by an earlier version, which applied ${rows.length} of its ${EARLIER_STEPS} migrations.`,
      'Start it once with the last version that has the folder database/migrations, then with this one.',
    )
  await dropPresent(owner)
  const baseline = steps.filter(({ name }) => !name.includes('/tables/'))
  // It has only functions, which the changed columns need.
  await owner.query(baseline.find(({ name }) => name === 'database/search.sql')?.text ?? '')
  await owner.query(readFileSync(join(import.meta.dirname, 'carry-over.sql'), 'utf8'))
  await owner.query('delete from migrations')
  for (const step of baseline) await note(owner, step)
}
