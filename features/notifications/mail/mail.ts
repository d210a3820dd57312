import type { Tx } from '../../../database/connection/database.ts'
import type { Config } from '../../../server/config.ts'
import { type Block, type Footer, htmlOf, textOf } from '../../../server/mail/html.ts'
import { type Mail, postMail } from '../../../server/mail/mail.ts'
import { shortened } from '../../../server/mail/mail-text.ts'
import { newLink } from '../../../server/session/links.ts'
import type { Kind } from '../shared/kinds.ts'
import { mailNames } from '../shared/mail-names.ts'

/** How long the link that switches mails off can be used. */
const UNSUBSCRIBE_HOURS = 90 * 24

type Content = { title: string; subject?: string; preview?: string; blocks: Block[] }

/** Writes a mail with a link that switches off mails of this kind. The caller has locked the account. */
export async function postNotificationMail(
  tx: Tx,
  config: Config,
  { userId, email, kind, memberMailId }: { userId: string; email: string; kind: Kind | 'digest'; memberMailId: string },
  content: Content,
): Promise<void> {
  const token = await newLink(tx, { purpose: 'unsubscribe', userId, subject: kind, hours: UNSUBSCRIBE_HOURS })
  const mail = mailOf(config, kind, content, `${config.publicUrl}/unsubscribe?token=${token}`)
  await postMail(tx, { ...mail, recipient: email, memberMailId })
}

export function mailOf(
  { communityName, publicUrl }: Pick<Config, 'communityName' | 'publicUrl'>,
  kind: Kind | 'digest',
  { title, subject, preview, blocks }: Content,
  unsubscribe: string,
): Omit<Mail, 'recipient'> {
  const footer: Footer = {
    text: `You get this mail because your settings at ${communityName} ask for ${mailNames[kind]}.`,
    links: [
      { label: 'Unsubscribe from these mails', href: unsubscribe },
      { label: 'Choose what is mailed', href: `${publicUrl}/settings` },
    ],
  }
  return {
    subject: shortened(subject ?? title, 150),
    body: textOf([{ text: title }, ...blocks], footer),
    html: htmlOf({ community: communityName, publicUrl, title, preview, blocks, footer }),
    headers: {
      // RFC 8058: the provider sends a POST to this address when the member presses 'Unsubscribe'.
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // RFC 3834: no automatic replies.
      'Auto-Submitted': 'auto-generated',
    },
  }
}
