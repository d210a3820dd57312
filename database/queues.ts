import type { Queue } from 'pg-boss'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The schema and the role that jobs have for themselves. */
export const SCHEMA = 'jobs'
export const ROLE = 'community_jobs'

export type QueueName = 'mail' | 'cleaning' | 'removing'

/**
 * The queues of work for later (docs/decisions/jobs.md), with their settings in pg-boss's words. `cron` is when a queue gets a job by itself (UTC);
 * the others get theirs from `enqueue` (database/jobs.sql). `exclusive`: one job a key, or a queue without keys, waits or runs at a time.
 */
export const QUEUES: Record<QueueName, Omit<Queue, 'name'> & { cron?: string }> = {
  mail: {
    policy: 'exclusive',
    // Waits that double from a minute to six hours: 36 tries in about a week.
    retryLimit: 35,
    retryDelay: MINUTE,
    retryBackoff: true,
    retryDelayMax: 6 * HOUR,
    // Longer than a mail can take (server/mail/mail.ts): after this another process takes it over from one that died.
    expireInSeconds: 2 * MINUTE,
    // Longer than the row of the outbox is kept: without SMTP_URL jobs wait with it, and a failed job says that its mail was given up.
    retentionSeconds: 31 * DAY,
    deleteAfterSeconds: 31 * DAY,
    notify: true,
  },
  cleaning: {
    cron: '7 * * * *',
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 10 * MINUTE,
    deleteAfterSeconds: DAY,
    notify: true,
  },
  removing: {
    cron: '* * * * *',
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 5 * MINUTE,
    deleteAfterSeconds: HOUR,
    notify: true,
  },
}
