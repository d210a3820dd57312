import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Problem } from '../connection/problem.ts'
import { QUEUES, SCHEMA } from '../queues.ts'
import { projectRoot } from './sql-files.ts'

/** Where pg-boss passes on what cron has made. */
const CRON_QUEUE = '__pgboss__send-it'

/** What makes the queue as it is. The library itself is loaded only when this changed. */
export function stateOfQueue(): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'node_modules/pg-boss/package.json'), 'utf8'))
  return JSON.stringify([version, QUEUES])
}

/** Brings the tables of the job queue to the library's version, and its queues and their cron to our settings. As often as one likes. */
export async function installQueue(owner: pg.Client): Promise<void> {
  const { getConstructionPlans, PgBoss } = await import('pg-boss')
  const { rows } = await owner.query<{ there: boolean }>(`select to_regclass('${SCHEMA}.version') is not null as there`)
  if (rows[0]?.there) await upgrade(owner)
  else await owner.query(getConstructionPlans(SCHEMA))
  await dropEmptyStatistics(owner)

  // Not started: it only writes settings.
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema: SCHEMA,
    migrate: false,
  })
  for (const [name, { cron, policy, ...settings }] of Object.entries(QUEUES)) {
    await boss.createQueue(name, { policy, ...settings })
    await boss.updateQueue(name, settings)
    if (cron) await boss.schedule(name, cron, null, { missed: 'once' })
  }
  await boss.createQueue(CRON_QUEUE)
  // It gets one each minute: nobody needs them for a week.
  await boss.updateQueue(CRON_QUEUE, { deleteAfterSeconds: 3600, notify: true })
  for (const { name } of await boss.getSchedules())
    if (!Object.entries(QUEUES).some(([queue, { cron }]) => queue === name && cron)) await boss.unschedule(name)
}

async function upgrade(owner: pg.Client): Promise<void> {
  const { getMigrationPlans } = await import('pg-boss')
  const wanted = JSON.parse(readFileSync(join(projectRoot, 'node_modules/pg-boss/package.json'), 'utf8')).pgboss.schema
  const { rows } = await owner.query<{ version: number }>(`select version from ${SCHEMA}.version`)
  const found = rows[0]?.version ?? 0
  if (found > wanted)
    throw new Problem(
      `The job queue of this database is of a later version (${found}) than this release knows (${wanted}).`,
      'Start the release that made it, or restore the backup from before.',
    )
  if (found < wanted) await owner.query(getMigrationPlans(SCHEMA, found))
}

/** Statistics of the queues are not kept; the library makes a table for each of the first two days all the same. */
async function dropEmptyStatistics(owner: pg.Client): Promise<void> {
  await owner.query(`do $$ declare it record; begin
    for it in select inhrelid::regclass as name from pg_inherits where inhparent = '${SCHEMA}.queue_stats'::regclass loop
      execute format('drop table %s', it.name);
    end loop;
  end $$`)
}
