import type { Config } from '../../../server/config.ts'
import { type Block, type Footer, htmlOf, textOf } from '../../../server/mail/html.ts'
import type { Mail } from '../../../server/mail/mail.ts'
import { shortened } from '../../../server/mail/mail-text.ts'
import { namesOf, type Words } from './words.ts'

/** To a target outside of the community: do you want to be introduced? */
export function askingMail(
  { communityName, publicUrl }: Pick<Config, 'communityName' | 'publicUrl'>,
  words: Words,
  token: string,
): Omit<Mail, 'recipient'> {
  const { introducer, requester, withCompany, target } = namesOf(words)
  const link = `${publicUrl}/introduction?token=${token}`
  const title = `${introducer} would like to introduce you to ${requester}`
  const blocks: Block[] = [
    { text: target ? `Hello ${target},` : 'Hello,' },
    {
      text: `${withCompany} would like to meet you and asked ${introducer} for an introduction. This is what they wrote:`,
    },
    { letter: words.words },
    { button: 'Answer yes or no', href: link },
    {
      text: `You need no account. Your address is shared only if you say yes. To ask ${introducer} something first, reply to this mail.`,
    },
  ]
  const footer: Footer = {
    text: `${introducer}, a member of ${communityName}, gave us your address for this one mail. The link works for 21 days.`,
    links: [{ label: 'Never write to me again', href: `${link}&never=1` }],
  }
  return {
    subject: shortened(title, 150),
    body: textOf(blocks, footer),
    html: htmlOf({ community: communityName, publicUrl, title, blocks, footer }),
    headers: {
      // RFC 8058: a POST to this address means 'never write to me again'.
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // RFC 3834: no automatic replies.
      'Auto-Submitted': 'auto-generated',
    },
  }
}
