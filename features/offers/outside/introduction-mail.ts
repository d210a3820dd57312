import { sql } from '../../../database/connection/sql.ts'
import type { Config } from '../../../server/config.ts'
import type { JobContext } from '../../../server/jobs/job.ts'
import { type Block, type Footer, htmlOf, textOf } from '../../../server/mail/html.ts'
import { type Mail, postMail } from '../../../server/mail/mail.ts'
import { shortened } from '../../../server/mail/mail-text.ts'
import { namesOf, type Words } from './words.ts'

/** The row of claim_introduction (triggers.sql). */
type Claimed = {
  words: Words | null
  requester_address: string | null
  target_address: string | null
  recipients: string[] | null
}

/** Every minute: the introductions that a yes has planned, each as one mail to both. One that fails does not stop the others. */
export async function mailIntroductions({ config, db, log }: JobContext): Promise<void> {
  // Without a mail server none is sent, not even when there is one later: both see the addresses in the app.
  const due = await db.asSystem(tx =>
    tx.rows<{ offer_id: string }>(sql`select offer_id from due_introductions(${Boolean(config.smtpUrl)}) offer_id`),
  )
  for (const { offer_id } of due) await mailIntroduction({ config, db }, offer_id).catch(log)
}

const mailIntroduction = ({ config, db }: Pick<JobContext, 'config' | 'db'>, offerId: string) =>
  db.asSystem(async tx => {
    const { words, requester_address, target_address, recipients } = await tx.one<Claimed>(
      sql`select * from claim_introduction(${offerId}, ${config.emailConfirmation})`,
    )
    const [recipient, ...otherRecipients] = new Set(recipients)
    if (!words || !requester_address || !target_address || !recipient) return
    // Both see only what each agreed to share, which may be another address than the one that gets the mail.
    const shared = [requester_address, target_address]
    await postMail(tx, {
      ...introductionMail(config, words),
      recipient,
      otherRecipients,
      shownTo: shared,
      replyTo: shared,
      offerId,
    })
  })

export function introductionMail(
  { communityName, publicUrl }: Pick<Config, 'communityName' | 'publicUrl'>,
  words: Words,
): Omit<Mail, 'recipient'> {
  const { introducer, requester, withCompany, target } = namesOf(words)
  const other = target || 'you'
  const title = target ? `${requester} and ${target}, please meet` : `An introduction to ${requester}`
  const blocks: Block[] = [
    {
      text: `${introducer} introduces you to each other: ${withCompany} asked to meet ${other}, and you both said yes.`,
    },
    { letter: words.words },
    { text: 'Reply to this mail to write to each other: the answer goes to both of you.' },
  ]
  const footer: Footer = {
    text: `You get this one mail from ${communityName} because you both agreed to be introduced.`,
    links: [],
  }
  return {
    subject: shortened(title, 150),
    body: textOf(blocks, footer),
    html: htmlOf({ community: communityName, publicUrl, title, blocks, footer }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
