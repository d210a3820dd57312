import { CHANGED_MEANWHILE } from '../contract/versions.ts'
import type { Tx } from '../database/database.ts'
import { name, type Sql, sql } from '../database/sql.ts'
import { Refusal } from './errors.ts'

/** `stored` must come from a row that stays locked until the transaction ends. */
export function refuseStale(seen: number | undefined, stored: number): void {
  if (seen !== undefined && seen !== stored) throw new Refusal(409, CHANGED_MEANWHILE)
}

type Row = {
  table: string
  id: number
  /** Of its row `r`, where the version of the table is only a part of it. */
  version?: Sql
}

/**
 * Refuses an update of a version that is no longer the latest. The row stays locked until the update is made, so that of two editors the
 * second always learns of the first. What refers to the row, such as a comment, can be written meanwhile (`no key`). Without a version
 * nothing is locked or compared.
 */
export async function lockVersion(tx: Tx, seen: number | undefined, row: Row): Promise<void> {
  if (seen === undefined) return
  const { table, id, version = sql`r.version` } = row
  // Two statements: the second sees what the first had to wait for, also in other tables.
  const [, stored] = await Promise.all([
    tx.one(sql`select from ${name(table)} where id = ${id} for no key update`),
    tx.one<{ version: number }>(sql`select ${version} as version from ${name(table)} r where r.id = ${id}`),
  ])
  refuseStale(seen, stored.version)
}
