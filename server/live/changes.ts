import { type Change, latestChanges } from '../../contract/change.ts'

export type Notification = { at: number; change: Change; onlyFor: string | null } | { endedSession: string }

/** Parses the payload of a NOTIFY. */
export function parseNotification(text: string): Notification {
  const [first, ...rest] = JSON.parse(text) as [number | string, ...unknown[]]
  if (first === 'session ended') return { endedSession: String(rest[0]) }
  const [kind, op, id, parent, onlyFor] = rest as [string, Change['op'], number, number | null, string | null]
  if (!Number.isInteger(first) || Number(first) < 0 || Number(first) >= 2 ** 48)
    throw new TypeError('a change without a number')
  return { at: Number(first), change: { kind, op, id, parent }, onlyFor }
}

/** Above this many rows of one kind in one message, the browser reloads the whole list. */
const MAX_PER_KIND = 100

/** Merges changes (latestChanges). Too many of one kind become a single change of row 0. */
export function merge(changes: Change[]): Change[] {
  const latest = latestChanges(changes)
  const counts = new Map<string, number>()
  for (const { kind } of latest) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const isMany = (kind: string) => (counts.get(kind) ?? 0) > MAX_PER_KIND
  const many = [...counts.keys()].filter(isMany).map(kind => ({ kind, op: 'update' as const, id: 0, parent: null }))
  return [...latest.filter(change => !isMany(change.kind)), ...many]
}

/** The `id:` line before a message. It differs per member, while the message is shared. */
export const position = (token: string) => `id: ${token}\n`
export const message = (changes: Change[]) => `data: ${JSON.stringify(merge(changes))}\n\n`
export const hello = 'event: hello\ndata: {}\n\n'
export const resync = 'event: resync\ndata: {}\n\n'
/** Sent before a stream is closed because its session ended: the browser must not reconnect. */
export const ended = 'event: ended\ndata: {}\n\n'
export const heartbeat = 'event: beat\ndata: {}\n\n'
