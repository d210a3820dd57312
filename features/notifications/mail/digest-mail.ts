import { inOneList } from '../../../contract/in-one-list.ts'
import { zoneNameOf } from '../../../contract/time-zone.ts'
import type { Block } from '../../../server/mail/html.ts'
import { oneLine } from '../../../server/mail/mail-text.ts'
import { addressOf } from '../shared/address.ts'
import { sentenceOf, textOf } from '../shared/sentence.ts'
import type { DigestContent } from './digest-content.ts'
import { quoteOf } from './unmailed.ts'

const MAX_SHOWN = 12

/** The digest as the content of a mail: what was said to the member first, then what may help them, then the community. */
export function digestMail(content: DigestContent, publicUrl: string) {
  const notifications = content.forMe.map(({ notification }) => notification)
  const shown = notifications.slice(0, MAX_SHOWN).map(notification => ({
    title: textOf(sentenceOf(notification)),
    href: publicUrl + addressOf(notification),
    quote: quoteOf(notification),
  }))
  const more = notifications.length - shown.length
  const sections: [heading: string, entries: Block[]][] = [
    ['For you', shown],
    [
      'New members who offer what you look for',
      content.offers.map(({ id, title, about, topics }) => ({
        title,
        href: `${publicUrl}/members/${id}`,
        detail: [about, `Can help with ${inOneList(topics)}`].filter(Boolean).join(' · '),
      })),
    ],
    [
      'New requests you could help with',
      content.requests.map(({ id, title, about, person, topics }) => ({
        title,
        href: `${publicUrl}/introduction-requests?request=${id}`,
        detail: topics.length ? `${about} is looking for ${inOneList(topics)}` : `${about} wants to meet ${person}`,
      })),
    ],
    [
      'Most answered topics',
      content.topics.map(({ id, title, replies }) => ({
        title,
        href: `${publicUrl}/forum/${id}`,
        detail: replies === 1 ? '1 new reply' : `${replies} new replies`,
      })),
    ],
    [
      'Coming events',
      content.events.map(({ id, title, place, ...when }) => ({
        title,
        href: `${publicUrl}/events?event=${id}`,
        detail: [dayOf(when), zoneNameOf(content.timeZone), place].filter(Boolean).join(' · '),
      })),
    ],
  ]
  const blocks = sections.flatMap(([heading, entries]): Block[] => {
    if (entries.length === 0) return []
    const rest = heading === 'For you' && more > 0 ? [{ text: `And ${more} more in the app.` }] : []
    return [{ heading }, ...entries, ...rest]
  })
  const name = oneLine(content.name)
  return {
    title: name ? `Good morning, ${name}` : 'Good morning',
    subject: subjectOf(
      content,
      notifications.map(notification => textOf(sentenceOf(notification))),
    ),
    blocks: [...blocks, { button: 'Open the community', href: publicUrl }],
  }
}

function subjectOf({ offers, requests }: DigestContent, [first, ...others]: string[]): string {
  if (first) return others.length ? `${first}, and ${others.length} more` : first
  if (offers[0]) return `${offers[0].title} offers what you look for`
  return requests[0] ? `A request you could help with: ${requests[0].title}` : 'What is new in the community'
}

/** A date and a time of the community, whose time zone the calendar uses: nothing is converted. */
function dayOf({ event_date, start_time }: { event_date: string; start_time: string }): string {
  const format = {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  } as const
  return new Intl.DateTimeFormat('en-US', format).format(new Date(`${event_date}T${start_time}:00Z`))
}
