import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { inBatches } from './batches.ts'

const BATCH = 500

type Batch = { last: string | null }

/** Tells the members who know the investor of a request that its requester asks them. A second run tells nobody twice. */
export const notifyThoseWhoKnow = (db: Pick<Database, 'asSystem'>, askId: string): Promise<void> =>
  inBatches((after: string | null) =>
    db.asSystem(tx => tx.one<Batch>(sql`select notify_those_who_know(${askId}, ${after}, ${BATCH}) as last`)),
  )

/** Tells the members whom the requester of a request asked by name. */
export const notifyAskedMembers = (db: Pick<Database, 'asSystem'>, requestId: number): Promise<void> =>
  db.asSystem(async tx => {
    await tx.run(sql`select notify_asked_members(${requestId})`)
  })
