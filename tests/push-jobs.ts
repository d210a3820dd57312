import { sql } from '../database/connection/sql.ts'
import { type PushJob, sendPush } from '../features/push/sending.ts'
import { notifyAsked, notifyFollowers } from './notify-followers.ts'
import type { TestServer } from './test-server.ts'

/** Runs the queued jobs that send push messages, without a job worker. Returns what failed or was logged. */
export async function sendPushes(server: TestServer): Promise<string[]> {
  await notifyFollowers(server)
  await notifyAsked(server)
  const jobs = await server.owner.rows<PushJob>(sql`
    delete from jobs.job_common where name = 'push' and start_after < now() + interval '1 minute'
    returning data ->> 'act' as act, data ->> 'subscription' as subscription, (data ->> 'isPostponed')::boolean as "isPostponed"`)
  const problems: string[] = []
  const log = (error: unknown) => void problems.push((error as Error).message)
  for (const job of jobs.sort((a, b) => Number(a.act) - Number(b.act)))
    await sendPush({ config: server.config, db: server.db, log }, job).catch(log)
  return problems
}
