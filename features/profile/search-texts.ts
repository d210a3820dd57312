import type { Database } from '../../database/connection/database.ts'
import { sql } from '../../database/connection/sql.ts'
import { inBatches } from '../../server/jobs/batches.ts'

/** Splitting a topic of 20,000 letters into words takes some 10 ms, of the most costly ones 100, or five times as much on a busy machine. */
const BATCH_ROWS = 5

/** What the member with this profile wrote. */
export type Written = { id: number; of: 'topics' | 'requests' }

/** Brings what a member wrote up to date with their name and needs, for the search. Rows that are up to date are not written, so a run that was stopped goes on. */
export const updateSearchTexts = (
  db: Pick<Database, 'asSystem'>,
  { id, of }: Written,
  signal?: AbortSignal,
): Promise<void> =>
  inBatches<number>(
    db,
    after =>
      of === 'topics'
        ? sql`select update_search_text_of_topics(${id}, ${after}, ${BATCH_ROWS}) as last`
        : sql`select update_search_text_of_requests(${id}, ${after}, ${BATCH_ROWS}) as last`,
    signal,
  )
