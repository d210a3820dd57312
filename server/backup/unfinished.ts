import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../database/connection/problem.ts'

/** The file in DATA_DIR that marks a restore in progress. */
export const UNFINISHED = 'restore-unfinished'

/** A server must not serve the part of a community that a killed restore has left. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED)))
    throw new Problem(
      `A restore into ${dataDir} was not finished.`,
      'Delete what it left there (with DATABASE_URL, create the database again too), then restore again.',
    )
}
