export const tabs = ['upcoming', 'past', 'all'] as const
export type Tab = (typeof tabs)[number]

type Found = { title: string; description: string; location: string; event_date: string }

/** Whether an event belongs on a list, by the rules the server lists by. */
export function belongs(event: Found, { tab, q = '' }: { tab: Tab; q?: string }, today: string): boolean {
  if (tab === 'upcoming' && event.event_date < today) return false
  if (tab === 'past' && event.event_date >= today) return false
  const text = q.toLowerCase()
  return [event.title, event.description, event.location].some(one => one.toLowerCase().includes(text))
}
