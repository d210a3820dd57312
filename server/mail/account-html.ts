import type { Config } from '../config.ts'
import { type Block, htmlOf } from './html.ts'

/** The HTML part of a mail that was written as text: the mails about an account. An address in a paragraph of its own becomes a button. */
export function htmlOfText(
  { communityName, publicUrl }: Pick<Config, 'communityName' | 'publicUrl'>,
  { subject, body }: { subject: string; body: string },
): string {
  const title = subject.startsWith(`${communityName}: `) ? subject.slice(communityName.length + 2) : subject
  const blocks = body.split('\n\n').flatMap((paragraph): Block[] => {
    const isAddress = /^https?:\/\/\S{1,500}$/.test(paragraph)
    if (!isAddress) return [{ text: paragraph, isLinked: true }]
    return [
      { button: 'Open the link', href: paragraph },
      { text: `Or copy this address into your browser:\n${paragraph}`, isLinked: true },
    ]
  })
  return htmlOf({
    community: communityName,
    publicUrl,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    blocks,
    footer: {
      text: `You get this mail because it is about an account at ${communityName} with this address. Mails about an account cannot be switched off.`,
      links: [{ label: 'Settings', href: `${publicUrl}/settings` }],
    },
  })
}
