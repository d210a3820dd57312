import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'

/** Each batch is a transaction: a topic may have more followers than one statement can tell within its timeout. */
const BATCH = 500

type Batch = { last: string | null }

/** Tells the followers of a topic about a reply. A second run tells nobody twice. */
export async function notifyFollowers(db: Pick<Database, 'asSystem'>, replyId: number): Promise<void> {
  const tell = (after: string | null): Promise<Batch> =>
    db.asSystem(tx => tx.one<Batch>(sql`select notify_followers(${replyId}, ${after}, ${BATCH}) as last`))
  let { last } = await tell(null)
  while (last) last = (await tell(last)).last
}
