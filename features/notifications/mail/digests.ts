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
        content.forMe.map(found => found.id),
        content.forMe.map(found => found.until),
        content.forMe.map(found => found.acts),
      ]
      const claim = await tx.one<{ outcome: 'claimed' | 'done' | 'changed'; mail: string }>(sql`
        select * from claim_digest(${due.user_id}, ${due.on_day}, ${isSkipped}, ${ids}, ${untils}, ${acts})`)
      if (claim.outcome === 'claimed' && account && !isSkipped) {
        const recipient = {
          userId: due.user_id,
          email: account.email,
          kind: 'digest' as const,
          memberMailId: claim.mail,
        }
        await postNotificationMail(tx, config, recipient, digestMail(content, config.publicUrl))
      }
      return claim.outcome
    })
    if (outcome !== 'changed') return
  }
}
