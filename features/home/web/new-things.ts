import { MAX_NEW, type SinceLastVisit } from '../contract.ts'

type Part = Exclude<keyof SinceLastVisit, 'since'>

/** The parts in the order of the menu: their screens and words for one and several. */
const parts: [Part, to: string, one: string, several: string][] = [
  ['topics', '/forum', 'new topic', 'new topics'],
  ['replies', '/forum', 'reply in topics you follow', 'replies in topics you follow'],
  ['members', '/members', 'new member', 'new members'],
  ['events', '/events', 'new event', 'new events'],
  ['resources', '/resources', 'new resource', 'new resources'],
  ['investors', '/investors', 'new investor', 'new investors'],
  ['requests', '/intro-requests', 'new intro request', 'new intro requests'],
]

/** What is new, in words, each with the screen that shows it. */
export const newThings = (news: SinceLastVisit) =>
  parts
    .filter(([part]) => news[part] > 0)
    .map(([part, to, one, several]) => ({
      part,
      to,
      count: news[part] >= MAX_NEW ? `${MAX_NEW - 1}+` : String(news[part]),
      label: news[part] === 1 ? one : several,
    }))
