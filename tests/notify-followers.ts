import { sql } from '../database/connection/sql.ts'
import { notifyFollowers as notifyFollowersOf } from '../server/jobs/followers.ts'
import type { TestServer } from './test-server.ts'

/** Runs the queued jobs that notify the followers of topics, without a job worker. */
export async function notifyFollowers(server: Pick<TestServer, 'owner' | 'db'>): Promise<void> {
  const jobs = await server.owner.rows<{ id: number }>(
    sql`delete from jobs.job_common where name = 'notifying' returning (data ->> 'id')::integer as id`,
  )
  for (const { id } of jobs.sort((a, b) => a.id - b.id)) await notifyFollowersOf(server.db, id)
}
