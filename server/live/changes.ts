import type { Change } from '../../contract/change.ts'

export type Notification = { at: number; change: Change; onlyFor: string | null } | { endedSession: string }

/** What the database says on the channel. */
export function parseNotification(text: string): Notification {
  const [first, ...rest] = JSON.parse(text) as [number | string, ...unknown[]]
  if (first === 'session ended') return { endedSession: String(rest[0]) }
  const [kind, op, id, parent, onlyFor] = rest as [string, Change['op'], number, number | null, string | null]
  if (!Number.isInteger(first) || Number(first) < 0 || Number(first) >= 2 ** 48)
    throw new TypeError('a change without a number')
  return { at: Number(first), change: { kind, op, id, parent }, onlyFor }
}

/** Past this many rows of one kind in one message, a browser had better ask for the whole again. */
const MOST_OF_A_KIND = 100

/**
 * The changes of a short while as few as possible: of one row the last counts, but a new row stays new until it is gone.
 * What is too much to tell singly becomes one change of row 0: 'many'.
 */
export function merge(changes: Change[]): Change[] {
  const rows = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.kind} ${change.id}`
    const before = rows.get(key)
    rows.set(key, before?.op === 'insert' && change.op === 'update' ? before : change)
  }
  const counts = new Map<string, number>()
  for (const { kind } of rows.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const isMany = (kind: string) => (counts.get(kind) ?? 0) > MOST_OF_A_KIND
  const many = [...counts.keys()].filter(isMany).map(kind => ({ kind, op: 'update' as const, id: 0, parent: null }))
  return [...[...rows.values()].filter(change => !isMany(change.kind)), ...many]
}

/** The line before a message that says how far it is told; it is the member's own, the message the same for many. */
export const position = (token: string) => `id: ${token}\n`
export const message = (changes: Change[]) => `data: ${JSON.stringify(merge(changes))}\n\n`
export const hello = 'event: hello\ndata: {}\n\n'
export const resync = 'event: resync\ndata: {}\n\n'
/** Said before a stream is closed for good: trying again would only be refused. */
export const ended = 'event: ended\ndata: {}\n\n'
export const beat = 'event: beat\ndata: {}\n\n'
