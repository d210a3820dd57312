import { demo as events } from '../../features/events/demo.ts'
import { demo as forum } from '../../features/forum/demo.ts'
import { demo as introductions } from '../../features/introductions/demo.ts'
import { demo as investors } from '../../features/investors/demo.ts'
import { demo as members } from '../../features/members/demo.ts'
import { demo as notifications } from '../../features/notifications/demo.ts'
import { demo as notificationMail } from '../../features/notifications/demo-mail.ts'
import { demo as offers } from '../../features/offers/demo.ts'
import { demo as outcomes } from '../../features/outcomes/demo.ts'
import { demo as resources } from '../../features/resources/demo.ts'
import { demo as suggestions } from '../../features/suggestions/demo.ts'
import { demo as ties } from '../../features/ties/demo.ts'
import { type Demo, seeded } from './part.ts'

/** In this order: later parts refer to rows of earlier ones. */
const parts: ((d: Demo) => Promise<void>)[] = [
  members,
  forum,
  investors,
  events,
  resources,
  introductions,
  notifications,
  notificationMail,
  ties,
  suggestions,
  offers,
  outcomes,
]

/** Fills an empty community. Each part has its own random seed, so that a change in one does not change the others. */
export async function fillDemo(given: Pick<Demo, 'tx' | 'files' | 'passwordHash'>): Promise<void> {
  const now = new Date()
  now.setHours(0, 0, 0, 0)
  const people: Demo['members'] = []
  for (const [place, part] of parts.entries())
    await part({ ...given, now, members: people, random: seeded(2026 + place) })
}
