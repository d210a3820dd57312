import { sql } from '../database/connection/sql.ts'
import { notifyFollowers as notifyFollowersOf } from '../features/forum/followers.ts'
import { notifyPrivateCommenters } from '../features/investors/comments.server.ts'
import { notifyAskedMembers } from '../features/suggestions/suggestions.server.ts'
import { notifyThoseWhoKnow } from '../features/ties/asks.server.ts'
import type { TestServer } from './test-server.ts'

type Server = Pick<TestServer, 'owner' | 'db'>

/** Runs the queued jobs that notify the followers of topics and those who commented privately, without a job worker. */
export async function notifyFollowers(server: Server): Promise<void> {
  const jobs = await server.owner.rows<{ id: number }>(
    sql`delete from jobs.job_common where name = 'notifying' returning (data ->> 'id')::integer as id`,
  )
  for (const { id } of jobs.sort((a, b) => a.id - b.id)) await notifyFollowersOf(server.db, id)
  const comments = await server.owner.rows<{ id: number }>(
    sql`delete from jobs.job_common where name = 'private_commenters' returning (data ->> 'id')::integer as id`,
  )
  for (const { id } of comments) await notifyPrivateCommenters(server.db, id)
}

/** Runs the queued jobs that tell those who know an investor, and those who are asked by name. */
export async function notifyAsked(server: Server): Promise<void> {
  const jobs = await server.owner.rows<{ id: string }>(
    sql`delete from jobs.job_common where name = 'asking' returning data ->> 'id' as id`,
  )
  for (const { id } of jobs) await notifyThoseWhoKnow(server.db, id)
  const byName = await server.owner.rows<{ id: number }>(
    sql`delete from jobs.job_common where name = 'asking_members' returning (data ->> 'id')::integer as id`,
  )
  for (const { id } of byName) await notifyAskedMembers(server.db, id)
}
