import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../../database/connection/database.ts'
import { listen } from '../../database/connection/listen.ts'
import { type QueueName, SCHEMA } from '../../database/queues.ts'
import type { Config } from '../config.ts'
import { MAIL_MS, makeSender } from '../mail/mail.ts'
import { clean } from './cleaning.ts'
import { removeAtRandomMoment } from './removing.ts'

const MAILS_AT_ONCE = 4
/** The first requests come before the library is loaded. */
const START_AFTER_MS = 500
const START_AGAIN_MS = 5000
const LISTEN_WITHIN_MS = 5000
const STOP_WITHIN_MS = 60_000

/** Only tests have others. */
const USUAL = {
  /** How often a queue is looked at for what is to be tried again. New jobs are told by NOTIFY. */
  pollSeconds: 30,
  /** How often somebody looks for jobs whose process died, and whether cron has come due. */
  watchSeconds: 30,
  mailMs: MAIL_MS,
  removeWithinMs: 60_000,
}

export type Jobs = { stop(): Promise<void> }
type Given = { config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'auditDays'>; db: Database; log: (error: unknown) => void }

/**
 * Does the work that waits in the database (docs/decisions/jobs.md), beside any number of other processes that do. Returns at once: nothing waits
 * for the library to be loaded, and a database that is away is tried again.
 */
export function startJobs({ config, db, log }: Given, given: Partial<typeof USUAL> = {}): Jobs {
  const pace = { ...USUAL, ...given }
  const stopping = new AbortController()
  const { signal } = stopping

  async function open(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      db: { executeSql: (text, values) => db.runForQueue(text, values), listen: subscribe },
      schema: SCHEMA,
      // The owner of the tables has made them (database/migrate/queue.ts); this role could not, nor rebuild their indexes.
      migrate: false,
      reindex: false,
      monitorVacuum: false,
      useListenNotify: true,
      superviseIntervalSeconds: pace.watchSeconds,
      monitorIntervalSeconds: pace.watchSeconds,
      cronMonitorIntervalSeconds: pace.watchSeconds,
      maintenanceIntervalSeconds: 3600,
      // Only jobs that depend on others would need it.
      flowIntervalSeconds: 3600,
    })
    boss.on('error', log)
    boss.on('warning', log)
    try {
      await boss.start()
      if (config.smtpUrl) {
        const send = makeSender({ smtpUrl: config.smtpUrl, mailFrom: config.mailFrom }, db, pace)
        for (let i = 0; i < MAILS_AT_ONCE; i++) await work<{ id: number }>(boss, 'mail', ({ id }) => send(Number(id)))
      }
      await work(boss, 'cleaning', () => clean(db, config, log))
      await work(boss, 'removing', () => removeAtRandomMoment(db, signal, pace.removeWithinMs))
      return boss
    } catch (error) {
      await boss.stop({ graceful: false })
      throw error
    }
  }

  async function work<Data extends object>(boss: PgBoss, name: QueueName, run: (data: Data) => Promise<void>) {
    const polling = { pollingIntervalSeconds: pace.pollSeconds, notifyPollingIntervalSeconds: pace.pollSeconds }
    const worker = await boss.work<Data>(name, polling, async ([job]) => {
      try {
        if (job) await run(job.data)
      } catch (error) {
        log(error)
        throw error
      } finally {
        // There may be another one: not only the first job after a NOTIFY is done at once.
        boss.notifyWorker(worker)
      }
    })
  }

  /** In the form of the library. Until the connection listens, polling goes on. */
  async function subscribe(channel: string, message: (payload: string) => void, missed: () => void) {
    const listener = listen(db.url, channel, { message, missed })
    await Promise.race([listener.ready, wait(LISTEN_WITHIN_MS)])
    return { close: () => listener.stop() }
  }

  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const opened = (async () => {
    await wait(START_AFTER_MS)
    while (!signal.aborted)
      try {
        return await open()
      } catch (error) {
        log(error)
        await wait(START_AGAIN_MS)
      }
  })()

  return {
    /** Done when the job that is under way is; the others stay for the next process. */
    async stop() {
      stopping.abort()
      const boss = await opened
      await boss?.stop({ timeout: STOP_WITHIN_MS })
    },
  }
}
