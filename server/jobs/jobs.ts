import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { listen } from '../../database/connection/listen.ts'
import { type QueueName, SCHEMA } from '../../database/queues.ts'
import { backUpInThread } from '../backup/nightly.ts'
import { MAIL_TIMEOUT_MS, makeSender } from '../mail/mail.ts'
import { jobs as sliceJobs } from '../slices.ts'
import { clean } from './cleaning.ts'
import { moveJobsToThePresent } from './clock-set-back.ts'
import type { JobContext } from './job.ts'

const MAILS_AT_ONCE = 4
/** Serves the first requests before loading pg-boss. */
const START_DELAY_MS = 500
const RESTART_DELAY_MS = 5000
const LISTEN_TIMEOUT_MS = 5000
const STOP_TIMEOUT_MS = 60_000

/** Only tests override these. */
const DEFAULTS = {
  /** How often a queue is polled for retries. New jobs are announced by NOTIFY. */
  pollSeconds: 30,
  /** How often expired jobs of dead processes and due cron schedules are looked for. */
  watchSeconds: 30,
  mailMs: MAIL_TIMEOUT_MS,
  removeWithinMs: 60_000,
}

type Jobs = { stop(): Promise<void> }

/**
 * Starts this process's workers for the job queue in the database (docs/decisions/jobs.md). Any number of processes can do so. Returns
 * before pg-boss is loaded, and retries while the database is unavailable.
 */
export function startJobs({ config, db, log }: JobContext, overrides: Partial<typeof DEFAULTS> = {}): Jobs {
  const settings = { ...DEFAULTS, ...overrides }
  const stopping = new AbortController()
  const { signal } = stopping

  async function open(): Promise<PgBoss> {
    const { PgBoss, systemClock } = await import('pg-boss')
    const boss = new PgBoss({
      db: { executeSql: (text, values) => db.runForQueue(text, values), listen: subscribe },
      schema: SCHEMA,
      // database/migrate/queue.ts creates the tables as their owner; this role may not alter or reindex them.
      migrate: false,
      reindex: false,
      monitorVacuum: false,
      useListenNotify: true,
      superviseIntervalSeconds: settings.watchSeconds,
      monitorIntervalSeconds: settings.watchSeconds,
      cronMonitorIntervalSeconds: settings.watchSeconds,
      maintenanceIntervalSeconds: 3600,
      // The timers of pg-boss measure with this clock: with the system clock set back, cron would stop as long. Cron runs by the time of the
      // database, from which the difference to this clock is measured.
      clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
      clockMonitorIntervalSeconds: settings.watchSeconds,
      // Needed only for jobs that depend on other jobs, which we do not have.
      flowIntervalSeconds: 3600,
    })
    boss.on('error', log)
    boss.on('warning', log)
    try {
      await boss.start()
      if (config.smtpUrl) {
        const send = makeSender({ ...config, smtpUrl: config.smtpUrl }, db, settings)
        for (let i = 0; i < MAILS_AT_ONCE; i++) await work<{ id: number }>(boss, 'mail', ({ id }) => send(Number(id)))
      }
      const context = { config, db, log, removeWithinMs: settings.removeWithinMs }
      for (const { queue, run, atOnce = 1 } of sliceJobs)
        for (let i = 0; i < atOnce; i++) await work(boss, queue, (data, signal) => run({ ...context, signal }, data))
      await work(boss, 'cleaning', () => clean(db, config, log))
      await work(boss, 'backup', () => backUpInThread(config, signal))
      const checking = setInterval(() => moveJobsToThePresent(db).catch(log), settings.watchSeconds * 1000)
      signal.addEventListener('abort', () => clearInterval(checking))
      return boss
    } catch (error) {
      await boss.stop({ graceful: false })
      throw error
    }
  }

  async function work<Data extends object>(
    boss: PgBoss,
    name: QueueName,
    run: (data: Data, signal: AbortSignal) => Promise<unknown>,
  ) {
    const polling = { pollingIntervalSeconds: settings.pollSeconds, notifyPollingIntervalSeconds: settings.pollSeconds }
    const worker = await boss.work<Data>(name, polling, async ([job]) => {
      try {
        // The job's own signal: pg-boss aborts it when the job has expired, and then runs it again.
        if (job) await run(job.data, AbortSignal.any([signal, job.signal]))
      } catch (error) {
        // Not a failure, but pg-boss runs only failed jobs again.
        if (signal.aborted && error === signal.reason) throw new Error('The process stopped before the job was done.')
        log(error)
        // pg-boss stores the error with the job. That of a mail server contains the address, which must not outlive the account.
        throw new Error('The job failed. The log contains the reason.')
      } finally {
        // Fetch the next job at once instead of after the polling interval.
        boss.notifyWorker(worker)
      }
    })
  }

  /** LISTEN for pg-boss. Does not wait longer than the timeout: until the connection listens, pg-boss polls. */
  async function subscribe(channel: string, message: (payload: string) => void, missed: () => void) {
    const listener = listen(db.url, channel, { message, missed })
    await Promise.race([listener.ready, wait(LISTEN_TIMEOUT_MS)])
    return { close: () => listener.stop() }
  }

  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const opened = (async () => {
    await wait(START_DELAY_MS)
    while (!signal.aborted)
      try {
        return await open()
      } catch (error) {
        log(error)
        await wait(RESTART_DELAY_MS)
      }
  })()

  return {
    /** Resolves when the running jobs have finished. Waiting jobs stay in the queue for the next process. */
    async stop() {
      stopping.abort()
      const boss = await opened
      await boss?.stop({ timeout: STOP_TIMEOUT_MS })
    },
  }
}
