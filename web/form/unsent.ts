import { newKey } from '../api/call.ts'
import { draftsIn } from '../session/member-storage.ts'
import type { Typed } from './typed.ts'

/** A draft. `place`: its form's name. `isWritten`: false if its text was deleted again. */
export type Unsent = { id: string; place: string; isWritten: boolean }
type Message = {
  from: string
  user: string
  /** The drafts of the sending tab. */
  unsent: Unsent[]
  /** The sending page has just loaded; the others reply. */
  isHello?: boolean
  /** In a reply: the tab that has just loaded. */
  to?: string
}

const tab = newKey()
/** The last list received from each other tab: their sessionStorage cannot be read from here. */
const others = new Map<string, Unsent[]>()
// Unit tests have no document.
const channel =
  typeof document === 'object' && typeof BroadcastChannel === 'function' ? new BroadcastChannel('unsent') : null
let user: string | undefined
let lastPosted = ''

/** All drafts of this member in this browser, in this and other tabs. */
export function allUnsent(): Unsent[] {
  if (!user) return []
  const all = [unsentIn(() => localStorage, user), unsentIn(() => sessionStorage, user), ...others.values()].flat()
  return [...new Map(all.filter(draft => draft.isWritten).map(draft => [draft.id, draft])).values()]
}

/** Sets the member who is signed in in this tab; undefined: signed out. */
export function beginUnsent(userId: string | undefined): void {
  if (userId === user) return
  if (user && !userId) post([])
  user = userId
  lastPosted = ''
  others.clear()
  if (user) notifyOtherTabs({ isHello: true })
}

/** Call after a draft was stored or removed. */
export function notifyOtherTabs(more: Pick<Message, 'isHello' | 'to'> = {}): void {
  if (!user) return
  const unsent = unsentIn(() => sessionStorage, user)
  const serialized = JSON.stringify(unsent)
  if (serialized !== lastPosted || more.isHello || more.to) post(unsent, more)
  lastPosted = serialized
}

function post(unsent: Unsent[], more: Pick<Message, 'isHello' | 'to'> = {}): void {
  if (user) channel?.postMessage({ from: tab, user, unsent, ...more } satisfies Message)
}

function receive({ from, user: theirUser, unsent, isHello, to }: Message): void {
  if (theirUser !== user) return
  others.set(from, unsent)
  if (isHello) notifyOtherTabs({ to: from })
  if (to === tab) takeNewIds(theirUser, new Set(unsent.map(({ id }) => id)))
}

/** A duplicated tab starts with a copy of the sessionStorage. With the same ids, both tabs would overwrite one draft. */
function takeNewIds(userId: string, taken: Set<string>): void {
  for (const [key, stored] of draftsIn(() => sessionStorage, userId)) {
    const draft = parsed(stored)
    if (draft && taken.has(draft.id) && !key.endsWith(`#${draft.id}`))
      sessionStorage.setItem(key, JSON.stringify({ ...draft, id: newKey() }))
  }
  notifyOtherTabs()
}

const unsentIn = (storage: () => Storage, userId: string): Unsent[] =>
  draftsIn(storage, userId).flatMap(([, stored]) => {
    const draft = parsed(stored)
    if (!draft) return []
    // Older versions stored drafts without a place.
    return [{ id: draft.id, place: draft.place ?? 'Something else', isWritten: isWritten(draft.value) }]
  })

export function parsed(stored: string): { id: string; place?: string; value?: unknown } | null {
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}

/** For an edited row any change counts; for a new row, any field that is not blank, but not a switch or the mentions of a blank text. */
export function isWritten(value: unknown): boolean {
  const { over, changes = {} } = (value ?? {}) as Partial<Typed<object>>
  return Object.entries(changes).some(
    ([name, field]) =>
      over?.version ||
      (typeof field === 'string' ? field.trim() !== '' : typeof field !== 'boolean' && name !== 'mentions'),
  )
}

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  // A closed tab has no drafts. A page restored from the back/forward cache posts its drafts again.
  addEventListener('pagehide', () => post([]))
  addEventListener('pageshow', ({ persisted }) => persisted && notifyOtherTabs({ isHello: true }))
}
