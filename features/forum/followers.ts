import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { inBatches } from '../../server/jobs/batches.ts'

const BATCH_ROWS = 500

/** Tells the followers of a topic about a reply. A second run tells nobody twice. */
export const notifyFollowers = (db: Pick<Database, 'asSystem'>, replyId: number): Promise<void> =>
  inBatches<string>(db, after => sql`select notify_followers(${replyId}, ${after}, ${BATCH_ROWS}) as last`)
