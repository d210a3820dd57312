import pg from 'pg'
import { copyIn } from '../../database/connection/copy.ts'
import { Problem } from '../../database/connection/problem.ts'
import {
  applyRules,
  applySteps,
  inOneTransaction,
  lockAndMakeRoles,
  makeHistory,
  readSteps,
} from '../../database/migrate/migrate.ts'
import type { Part, TableSum } from './parts.ts'
import { knownSteps } from './steps.ts'
import { dropForeignKeys, JOBS, loadStatement, SESSION, setSequences, sumOf, type Table, tablesOf } from './tables.ts'

type TablePart = Extract<Part, { kind: 'table' }>
type Loader = {
  table(part: TablePart): Promise<void>
  sequences(sequences: Record<string, [string, boolean]>): Promise<void>
}

/**
 * Fills an empty database in one transaction: the tables as of the backup's last migration step, their rows, then later steps, the job queue, rules
 * and triggers. Triggers are created last, so that no row is counted, stamped or mailed again.
 */
export async function load(
  owner: pg.Client,
  named: { name: string; hash: string }[],
  read: (loader: Loader) => Promise<void>,
): Promise<void> {
  await owner.query(SESSION)
  await lockAndMakeRoles(owner)
  await inOneTransaction(owner, async () => {
    await makeHistory(owner)
    await applySteps(owner, knownSteps(named))
    const tables = await tablesOf(owner)
    const foreignKeys = await dropForeignKeys(owner)
    // The steps add rows of their own.
    await owner.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
    await owner.query(
      'create temp table carried_jobs (name text, data jsonb, state text, start_after timestamptz) on commit drop',
    )
    const loaded = new Map<string, { table: Table; sums: TableSum }>()
    await read({
      async table(part) {
        const table = [...tables, JOBS].find(({ name }) => name === part.name)
        if (!table || [...part.columns].sort().join() !== [...table.columns].sort().join())
          throw doesNotFit(`the table ${part.name} has other columns`)
        // In the order of the columns of the backup, which may differ.
        const inOrder = table === JOBS ? JOBS : { ...table, columns: part.columns }
        await copyIn(owner, loadStatement(inOrder), part.data).catch(explainRows(part.name))
        loaded.set(part.name, { table: inOrder, sums: part.sums() })
      },
      sequences: sequences => setSequences(owner, sequences),
    })
    for (const { name } of tables) await verify(owner, name, loaded.get(name))
    await owner.query(foreignKeys).catch(explainRows('a foreign key'))
    await applySteps(owner, readSteps())
    await applyRules(owner)
    await addJobs(owner)
  })
  // Statistics for the planner: they are not part of a backup.
  await owner.query('analyze')
}

/** Reads every row again and compares it with the backup. */
async function verify(owner: pg.Client, name: string, loaded: { table: Table; sums: TableSum } | undefined) {
  if (!loaded) throw doesNotFit(`the table ${name} is missing`)
  const { rows, sum } = await sumOf(owner, loaded.table)
  if (rows !== loaded.sums.rows || sum !== loaded.sums.sum)
    throw doesNotFit(`the rows of ${name} differ from the backup`)
}

/** The triggers have added the jobs of waiting mails. A mail that was given up stays given up. */
async function addJobs(owner: pg.Client): Promise<void> {
  await owner.query(`
    select enqueue(name, data, start_after) from carried_jobs where name <> 'mail';
    update jobs.job j set state = c.state::jobs.job_state, completed_on = now() from carried_jobs c
      where c.name = 'mail' and j.name = 'mail' and j.singleton_key = c.data ->> 'id' and j.state = 'created'`)
}

const doesNotFit = (what: string) =>
  new Problem(`The backup does not fit: ${what}.`, 'The database is empty, as before. Use another backup.')

/** Errors of PostgreSQL about the rows themselves. */
const explainRows = (what: string) => (error: unknown) => {
  const { code = '', message } = error as { code?: string; message: string }
  throw /^2/.test(code) ? doesNotFit(`${what}: ${message}`) : error
}
