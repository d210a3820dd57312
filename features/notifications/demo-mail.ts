import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import { readConfig } from '../../server/config.ts'
import { readDigest } from './mail/digest-content.ts'
import { digestMail } from './mail/digest-mail.ts'
import { mailOf } from './mail/mail.ts'

/**
 * An example digest in the outbox of the first member, for whom the demo is signed in. Marked as sent, so that no mail server sends it.
 */
export async function demo({ tx, members, now }: Demo): Promise<void> {
  const [me] = members
  if (!me) return
  const config = readConfig(process.env)
  await tx.run(sql`select act_as(${me.user_id}, ${me.profile_id})`)
  // Longer than a real digest, so that every section has something.
  const since = new Date(now.getTime() - 60 * 24 * 3_600_000)
  const content = await readDigest(tx, since, config.timeZone)
  await tx.run(sql`select set_config('app.user_id', '', true), set_config('app.profile_id', '', true)`)
  // The link of the example leads to the page, but switches nothing off.
  const link = `${config.publicUrl}/unsubscribe?token=example`
  const { subject, body, html } = mailOf(config, 'digest', digestMail(content, config.publicUrl), link)
  await tx.run(sql`
    insert into outbox (recipient, subject, body, html, sent_at)
    select email, ${subject}, ${body}, ${html ?? null}, now() from users where id = ${me.user_id}`)
}
