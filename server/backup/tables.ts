import pg from 'pg'
import { copyOut } from '../../database/connection/copy.ts'
import type { TableSum } from './parts.ts'
import { rowSum } from './row-sum.ts'

const quoted = pg.escapeIdentifier

export type Table = { name: string; columns: string[] }

/** The history of the migrations is written by the migration itself; the backup names its steps. */
const OWN = ['migrations', 'applied_rules']

/** The jobs that a restore adds again, as a table of a backup. The name cannot be that of a table. */
export const JOBS: Table = { name: '(jobs)', columns: ['name', 'data', 'state', 'start_after'] }

/**
 * The text of a value must not depend on the settings of a login or server. With row_security off, a login that is bound by policies gets an error
 * instead of fewer rows.
 */
export const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set row_security = off; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set search_path = public, pg_temp`

/** All tables whose rows are kept, with the columns that are stored: generated ones are computed again. Unlogged tables may be lost in a crash and are not kept. */
export async function tablesOf(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all ($1)
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
      group by c.oid order by c.relname`,
    [OWN],
  )
  return rows
}

const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ')

export const readTable = (owner: pg.Client, table: Table) =>
  copyOut(owner, `copy public.${quoted(table.name)} (${columnsOf(table)}) to stdout`)

export const loadStatement = (table: Table) =>
  `copy ${table === JOBS ? 'carried_jobs' : `public.${quoted(table.name)}`} (${columnsOf(table)}) from stdin`

/** Waiting jobs that tell members about an act, or bring what is searched up to date, and mails that were given up. Waiting mails are rows of the outbox; cron adds the other jobs. */
export const readJobs = (owner: pg.Client) =>
  copyOut(
    owner,
    `copy (select name, data, state::text, start_after from jobs.job
      where name in ('notifying', 'private_commenters', 'asking', 'asking_members', 'search_texts') and state in ('created', 'retry', 'active')
        or name = 'mail' and state in ('failed', 'cancelled')) to stdout`,
  )

export async function sumOf(owner: pg.Client, table: Table): Promise<TableSum> {
  const rows = rowSum()
  for await (const chunk of readTable(owner, table)) rows.add(chunk)
  return rows.result()
}

export async function sequencesOf(owner: pg.Client): Promise<Record<string, [string, boolean]>> {
  const { rows } = await owner.query<{ name: string; last: string | null; first: string }>(
    `select sequencename as name, last_value::text as last, start_value::text as first from pg_sequences where schemaname = 'public'`,
  )
  return Object.fromEntries(rows.map(({ name, last, first }) => [name, [last ?? first, last !== null]]))
}

export async function setSequences(owner: pg.Client, sequences: Record<string, [string, boolean]>): Promise<void> {
  for (const [name, [last, isCalled]] of Object.entries(sequences))
    await owner.query('select setval($1::regclass, $2, $3)', [`public.${quoted(name)}`, last, isCalled])
}

/**
 * Drops the foreign keys and returns the statement that adds them again, so that tables can be loaded in any order. The owner of a table cannot
 * disable the triggers of a foreign key, only a superuser can.
 */
export async function dropForeignKeys(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ on_table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as on_table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  )
  for (const { on_table, name } of rows) await owner.query(`alter table ${on_table} drop constraint ${name}`)
  return rows.map(key => `alter table ${key.on_table} add constraint ${key.name} ${key.definition}`).join(';\n')
}
