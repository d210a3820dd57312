import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Problem } from '../connection/problem.ts'
import { QUEUES, SCHEMA } from '../queues.ts'
import { projectRoot } from './sql-files.ts'

/** The internal queue of pg-boss for cron jobs. */
const CRON_QUEUE = '__pgboss__send-it'

/** Identifies the version and settings of the queue. pg-boss is loaded only when this changes. */
export function stateOfQueue(): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'node_modules/pg-boss/package.json'), 'utf8'))
  return JSON.stringify([version, QUEUES])
}

/**
 * Creates or upgrades the tables of pg-boss, and applies the settings and cron of our queues. Idempotent. The `policy` of an existing
 * queue stays: pg-boss cannot change it. Runs in the caller's transaction.
 */
export async function installQueue(owner: pg.Client): Promise<void> {
  const { getConstructionPlans, PgBoss } = await import('pg-boss')
  const { rows } = await owner.query<{ found: boolean }>(`select to_regclass('${SCHEMA}.version') is not null as found`)
  if (rows[0]?.found) await upgrade(owner)
  else await owner.query(withoutTransaction(getConstructionPlans(SCHEMA)))
  await dropStatistics(owner)

  // Never started: only used to write settings.
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(withoutTransaction(text), values) },
    schema: SCHEMA,
    migrate: false,
  })
  for (const [name, { cron, policy, ...settings }] of Object.entries(QUEUES)) {
    await boss.createQueue(name, { policy, ...settings })
    await boss.updateQueue(name, settings)
    if (cron) await boss.schedule(name, cron, null, { missed: 'once' })
  }
  await boss.createQueue(CRON_QUEUE)
  // This queue gets a job every minute; the default would keep them for a week.
  await boss.updateQueue(CRON_QUEUE, { deleteAfterSeconds: 3600, notify: true })
  for (const { name } of await boss.getSchedules())
    if (!Object.entries(QUEUES).some(([queue, { cron }]) => queue === name && cron)) await boss.unschedule(name)
  // The plans set these for the rest of the transaction.
  await owner.query('set local lock_timeout to default; set local idle_in_transaction_session_timeout to default')
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
  if (found < wanted) await owner.query(withoutTransaction(getMigrationPlans(SCHEMA, found)))
}

/** pg-boss writes its plans as transactions of their own. They are part of ours, so that a failure of the rules undoes them too. */
const withoutTransaction = (plan: string) => /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(plan)?.[1] ?? plan

/** We do not use queue statistics, but pg-boss creates tables for the first two days. */
async function dropStatistics(owner: pg.Client): Promise<void> {
  await owner.query(`do $$ declare stats_table record; begin
    for stats_table in select inhrelid::regclass as name from pg_inherits where inhparent = '${SCHEMA}.queue_stats'::regclass loop
      execute format('drop table %s', stats_table.name);
    end loop;
  end $$`)
}
