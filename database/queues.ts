import type { Queue } from 'pg-boss'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS

/** The separate schema and role of the job queue. */
export const SCHEMA = 'jobs'
export const ROLE = 'community_jobs'

export type QueueName =
  | 'mail'
  | 'notifying'
  | 'private_commenters'
  | 'asking'
  | 'asking_members'
  | 'search_texts'
  | 'notification_mail'
  | 'push'
  | 'digest'
  | 'still_looking'
  | 'ties'
  | 'offers'
  | 'introduction_mail'
  | 'outcomes'
  | 'matches'
  | 'cleaning'
  | 'removing'
  | 'backup'

/** Jobs that tell members about one act, soon after it. */
const telling = {
  policy: 'exclusive',
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: MINUTE_SECONDS,
  deleteAfterSeconds: HOUR_SECONDS,
  notify: true,
} as const

/** Looks every minute for what is due. A run that fails is followed by the next one. */
const everyMinute = {
  cron: '* * * * *',
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 5 * MINUTE_SECONDS,
  deleteAfterSeconds: HOUR_SECONDS,
  notify: true,
} as const

/** Runs once a night. */
const nightly = {
  policy: 'exclusive',
  retryLimit: 3,
  retryDelay: MINUTE_SECONDS,
  expireInSeconds: 10 * MINUTE_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
  notify: true,
} as const

/**
 * The job queues (docs/decisions/jobs.md) with their pg-boss settings. `cron` (UTC) adds jobs on a schedule; the other queues get jobs
 * from `enqueue` (database/jobs.sql). `exclusive`: at most one job waits or runs, per key if it has one.
 */
export const QUEUES: Record<QueueName, Omit<Queue, 'name'> & { cron?: string }> = {
  mail: {
    policy: 'exclusive',
    // Exponential back-off from a minute to six hours: 36 attempts in about a week.
    retryLimit: 35,
    retryDelay: MINUTE_SECONDS,
    retryBackoff: true,
    retryDelayMax: 6 * HOUR_SECONDS,
    // Longer than sending a mail can take (server/mail/mail.ts): afterwards another process takes over the job of a dead one.
    expireInSeconds: 2 * MINUTE_SECONDS,
    // Longer than outbox rows are kept: without SMTP_URL the jobs wait as long as the mails, and a failed job marks a mail that is not retried.
    retentionSeconds: 31 * DAY_SECONDS,
    deleteAfterSeconds: 31 * DAY_SECONDS,
    notify: true,
  },
  // Tells the followers of a topic of a reply.
  notifying: telling,
  // Tells those who commented on an investor privately of a public comment.
  private_commenters: telling,
  // Tells those who know an investor that somebody asks for an introduction.
  asking: telling,
  // Tells the members whom a requester asks by name.
  asking_members: telling,
  // After a new name or new needs, brings the member's many topics or requests up to date for the search.
  search_texts: {
    policy: 'exclusive',
    // For about a week: until it has run, the former name finds what the member wrote.
    retryLimit: 35,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 6 * HOUR_SECONDS,
    // Ten thousand topics take some minutes. The most costly ones can take longer: the next attempt goes on where this one ended.
    expireInSeconds: 30 * MINUTE_SECONDS,
    retentionSeconds: 31 * DAY_SECONDS,
    deleteAfterSeconds: 31 * DAY_SECONDS,
    notify: true,
  },
  // Writes the due mails about notifications to the outbox.
  notification_mail: everyMinute,
  // Sends one push message to one browser.
  push: {
    policy: 'exclusive',
    retryLimit: 4,
    retryDelay: 30,
    retryBackoff: true,
    // Longer than sending can take (features/push/posting.ts).
    expireInSeconds: MINUTE_SECONDS,
    deleteAfterSeconds: HOUR_SECONDS,
    notify: true,
  },
  // Every quarter of an hour: eight in the morning begins at a quarter of an hour in every time zone.
  digest: {
    cron: '*/15 * * * *',
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 14 * MINUTE_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    notify: true,
  },
  // Asks requesters whether they are still looking.
  still_looking: { cron: '40 3 * * *', ...nightly },
  // Takes over the quiet ties to investors of the day (docs/decisions/ties.md).
  ties: { cron: '17 3 * * *', ...nightly, retryDelay: 10 * MINUTE_SECONDS },
  // Ends accepted offers without a yes (docs/decisions/offers.md).
  offers: { cron: '53 3 * * *', ...nightly },
  // Writes the introductions, one mail to both, to the outbox (docs/decisions/outside-mails.md).
  introduction_mail: everyMinute,
  // Asks those who were introduced a week ago whether they met (docs/decisions/outcomes.md).
  outcomes: { cron: '11 4 * * *', ...nightly },
  // In a large community: keeps the order of each member's matches ready (docs/decisions/matches.md).
  matches: everyMinute,
  cleaning: {
    cron: '7 * * * *',
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 10 * MINUTE_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    notify: true,
  },
  removing: everyMinute,
  // The nightly backup (docs/decisions/backup.md).
  backup: {
    cron: '30 2 * * *',
    ...nightly,
    retryDelay: 10 * MINUTE_SECONDS,
    // Longer than the backup of a large community takes.
    expireInSeconds: 6 * HOUR_SECONDS,
  },
}
