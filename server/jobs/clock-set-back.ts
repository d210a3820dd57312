import type { Database } from '../../database/connection/database.ts'

/**
 * When the clock of the database is set back, pg-boss would not run cron before the time of its last run, and jobs that were added in the
 * meantime would wait for the time they were added at. Both are moved to the present, and delayed jobs keep their delay.
 */
export async function moveJobsToThePresent(db: Database): Promise<void> {
  await db.runForQueue(`
    with late_cron as (
      update jobs.version set cron_on = jobs.job_now() where cron_on > jobs.job_now() + interval '1 minute' returning version),
    late_queues as (
      update jobs.queue set maintain_on = least(maintain_on, jobs.job_now()), monitor_claim_on = least(monitor_claim_on, jobs.job_now())
      where exists (select from late_cron))
    update jobs.job set start_after = start_after - (created_on - jobs.job_now()), created_on = jobs.job_now()
    where created_on > jobs.job_now() + interval '1 minute' and state in ('created', 'retry') and exists (select from late_cron)`)
}
