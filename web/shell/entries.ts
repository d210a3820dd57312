import { BookOpen, CalendarDays, Handshake, House, Landmark, MessagesSquare, Settings, Users } from 'lucide-react'

/** The menu, in order. `also`: other paths where the entry is the current one. */
export const entries = [
  { label: 'Home', to: '/', icon: House },
  { label: 'Forum', to: '/forum', icon: MessagesSquare },
  { label: 'Members', to: '/members', icon: Users, also: ['/member'] },
  { label: 'Events', to: '/events', icon: CalendarDays },
  { label: 'Resources', to: '/resources', icon: BookOpen },
  { label: 'Investors', to: '/investors', icon: Landmark },
  {
    label: 'Intro Requests',
    to: '/intro-requests',
    icon: Handshake,
    also: ['/introduction-requests', '/create-introduction-request'],
  },
  { label: 'Settings', to: '/settings', icon: Settings },
] as const

type MenuEntry = { to: string; also?: readonly string[] }

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

export function isCurrent(entry: MenuEntry, path: string) {
  if (entry.to === '/') return path === '/'
  return [entry.to, ...(entry.also ?? [])].some(prefix => isUnder(path, prefix))
}
