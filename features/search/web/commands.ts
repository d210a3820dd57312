import {
  Activity,
  Bell,
  BookPlus,
  CalendarPlus,
  Handshake,
  Landmark,
  type LucideIcon,
  Monitor,
  Moon,
  PenLine,
  Sun,
  UserRound,
} from 'lucide-react'
import { entries } from '../../../web/shell/entries.ts'
import { setTheme } from '../../../web/shell/theme.ts'
import { resembling } from './as-written.ts'

export type Command = {
  label: string
  icon: LucideIcon
  /** Other words that find it. */
  also?: string
} & ({ to: string } | { run: () => void })

const acts: Command[] = [
  { label: 'New topic', icon: PenLine, to: '/forum/new', also: 'create write post ask' },
  { label: 'Add investor', icon: Landmark, to: '/investors?investor=new', also: 'new create' },
  { label: 'New event', icon: CalendarPlus, to: '/events?event=new', also: 'create add' },
  { label: 'Request introduction', icon: Handshake, to: '/create-introduction-request', also: 'new create intro' },
  { label: 'Share resource', icon: BookPlus, to: '/resources?resource=new', also: 'new add upload file link' },
]
const places: Command[] = [
  ...entries.map(({ label, to, icon }) => ({ label: `Go to ${label}`, icon, to })),
  { label: 'Go to My Profile', icon: UserRound, to: '/profile' },
  { label: 'Go to Notifications', icon: Bell, to: '/notifications' },
  { label: 'Go to Recent Activity', icon: Activity, to: '/activity' },
]
const themes: Command[] = [
  { label: 'Dark theme', icon: Moon, run: () => setTheme('dark'), also: 'mode night colours' },
  { label: 'Light theme', icon: Sun, run: () => setTheme('light'), also: 'mode day colours' },
  { label: 'System theme', icon: Monitor, run: () => setTheme('system'), also: 'mode default automatic colours' },
]
const all = [...acts, ...places, ...themes]

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** The commands that have a word beginning with each typed word; those named so come first. Without a query, what can be made. */
export function commandsFor(q: string): Command[] {
  const typed = wordsOf(q)
  if (typed.length === 0) return acts
  const has = (text: string) => {
    const words = wordsOf(text)
    return typed.every(part => words.some(word => word.startsWith(part)))
  }
  const named = all.filter(({ label }) => has(label))
  return [...named, ...all.filter(command => !named.includes(command) && has(`${command.label} ${command.also ?? ''}`))]
}

/** The commands whose name has each typed word, or one that a typing error made of it: 'nwe topic', 'drak theme'. */
export function similarCommandsFor(q: string): Command[] {
  const typed = wordsOf(q)
  return all.filter(({ label }) => {
    const words = wordsOf(label)
    return typed.every(part => words.some(word => word.startsWith(part)) || resembling(words, part).length > 0)
  })
}
