import { sql } from '../../../database/connection/sql.ts'
import type { JobContext } from '../../../server/jobs/job.ts'
import { lockUser } from '../../../server/session/revoke-access.ts'
import { hasSomethingForMe, readDigest } from './digest-content.ts'
import { digestMail } from './digest-mail.ts'
import { postNotificationMail } from './mail.ts'

type Due = { user_id: string; profile_id: number; on_day: string; since: Date }

/** What a digest tells may change between reading and posting. */
const MAX_TRIES = 3

/** Writes the due digests to the outbox. One that fails does not stop the others, and is tried again a quarter of an hour later. */
export async function mailDigests({ config, db, log }: JobContext): Promise<void> {
  if (!config.smtpUrl) return
  const due = await db.asSystem(tx =>
    tx.rows<Due>(sql`
      select user_id, profile_id, on_day::text, since from due_digests(${config.timeZone}, ${config.emailConfirmation})`),
  )
  for (const member of due) await mailDigest({ config, db }, member).catch(log)
}

/** The row that claims the day is written together with the mail: a digest is sent once, whichever process does it. */
async function mailDigest({ config, db }: Pick<JobContext, 'config' | 'db'>, due: Due): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const content = await db.asMember(due, tx => readDigest(tx, due.since, config.timeZone))
    const outcome = await db.asSystem(async tx => {
      const account = await lockUser(tx, due.user_id)
      const isSkipped = !hasSomethingForMe(content)
      const [ids, untils, acts] = [
        content.told.map(told => told.id),
        content.told.map(told => told.until),
        content.told.map(told => told.acts),
      ]
      const { claim } = await tx.one<{ claim: 'claimed' | 'done' | 'changed' }>(sql`
        select claim_digest(${due.user_id}, ${due.on_day}, ${isSkipped}, ${ids}, ${untils}, ${acts}) as claim`)
      if (claim === 'claimed' && account && !isSkipped) {
        const recipient = { userId: due.user_id, email: account.email, kind: 'digest' as const }
        await postNotificationMail(tx, config, recipient, digestMail(content, config.publicUrl))
      }
      return claim
    })
    if (outcome !== 'changed') return
  }
}
