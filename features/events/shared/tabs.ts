export const tabs = ['upcoming', 'past', 'all'] as const
export type Tab = (typeof tabs)[number]

type SearchedFields = { title: string; description: string; location: string; event_date: string }

/** Whether a list contains an event. Must match the server's filter. */
export function belongs(event: SearchedFields, { tab, q = '' }: { tab: Tab; q?: string }, today: string): boolean {
  if (tab === 'upcoming' && event.event_date < today) return false
  if (tab === 'past' && event.event_date >= today) return false
  const text = q.toLowerCase()
  return [event.title, event.description, event.location].some(field => field.toLowerCase().includes(text))
}
