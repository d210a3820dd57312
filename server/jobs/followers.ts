import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { inBatches } from './batches.ts'

const BATCH = 500

type Batch = { last: string | null }

/** Tells the followers of a topic about a reply. A second run tells nobody twice. */
export const notifyFollowers = (db: Pick<Database, 'asSystem'>, replyId: number): Promise<void> =>
  inBatches((after: string | null) =>
    db.asSystem(tx => tx.one<Batch>(sql`select notify_followers(${replyId}, ${after}, ${BATCH}) as last`)),
  )

/** Tells those who commented on an investor privately of a public comment. */
export const notifyPrivateCommenters = (db: Pick<Database, 'asSystem'>, commentId: number): Promise<void> =>
  db.asSystem(async tx => {
    await tx.run(sql`select notify_private_commenters(${commentId})`)
  })
