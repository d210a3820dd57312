import { newKey } from '../api/call.ts'
import { draftsIn } from '../session/member-storage.ts'
import type { Typed } from './typed.ts'

/** A draft; `place` says of what. One that was emptied again is not written. */
export type Unsent = { id: string; place: string; isWritten: boolean }
type Said = {
  from: string
  user: string
  /** The drafts of that tab. */
  unsent: Unsent[]
  /** Said by a page that has just loaded, or to one. */
  isHello?: boolean
  to?: string
}

const tab = newKey()
/** What the other tabs last said of theirs: their sessionStorage cannot be read from here. */
const others = new Map<string, Unsent[]>()
// Unit tests have no document.
const channel =
  typeof document === 'object' && typeof BroadcastChannel === 'function' ? new BroadcastChannel('unsent') : null
let user: string | undefined
let lastSaid = ''

/** Everything of this member that is half written in this browser, here and in other tabs. */
export function allUnsent(): Unsent[] {
  if (!user) return []
  const all = [unsentIn(() => localStorage, user), unsentIn(() => sessionStorage, user), ...others.values()].flat()
  return [...new Map(all.filter(one => one.isWritten).map(one => [one.id, one])).values()]
}

/** Who is signed in in this tab; undefined for nobody. */
export function beginUnsent(userId: string | undefined): void {
  if (userId === user) return
  if (user && !userId) say([])
  user = userId
  lastSaid = ''
  others.clear()
  if (user) tellOtherTabs({ isHello: true })
}

/** After a draft was written or removed here. */
export function tellOtherTabs(more: Pick<Said, 'isHello' | 'to'> = {}): void {
  if (!user) return
  const unsent = unsentIn(() => sessionStorage, user)
  const said = JSON.stringify(unsent)
  if (said !== lastSaid || more.isHello || more.to) say(unsent, more)
  lastSaid = said
}

function say(unsent: Unsent[], more: Pick<Said, 'isHello' | 'to'> = {}): void {
  if (user) channel?.postMessage({ from: tab, user, unsent, ...more } satisfies Said)
}

function hear({ from, user: theirUser, unsent, isHello, to }: Said): void {
  if (theirUser !== user) return
  others.set(from, unsent)
  if (isHello) tellOtherTabs({ to: from })
  if (to === tab) takeNewIds(theirUser, new Set(unsent.map(({ id }) => id)))
}

/** A duplicated tab begins with a copy of the other one's storage. Under the same ids the two would write into one draft. */
function takeNewIds(userId: string, taken: Set<string>): void {
  for (const [key, stored] of draftsIn(() => sessionStorage, userId)) {
    const draft = parsed(stored)
    if (draft && taken.has(draft.id) && !key.endsWith(`#${draft.id}`))
      sessionStorage.setItem(key, JSON.stringify({ ...draft, id: newKey() }))
  }
  tellOtherTabs()
}

const unsentIn = (place: () => Storage, userId: string): Unsent[] =>
  draftsIn(place, userId).flatMap(([, stored]) => {
    const draft = parsed(stored)
    if (!draft) return []
    // Of before the drafts had a place.
    return [{ id: draft.id, place: draft.place ?? 'Something else', isWritten: isWritten(draft.value) }]
  })

export function parsed(stored: string): { id: string; place?: string; value?: unknown } | null {
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}

/** Of an edited row any change counts, of a new one what is more than blanks. */
export function isWritten(value: unknown): boolean {
  const { over, changes = {} } = (value ?? {}) as Partial<Typed<object>>
  return Object.values(changes).some(one => over?.version || typeof one !== 'string' || one.trim() !== '')
}

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Said>) => hear(data)
  // A closed tab has nothing to lose any more. One that comes back from the browser's memory says again what it has.
  addEventListener('pagehide', () => say([]))
  addEventListener('pageshow', ({ persisted }) => persisted && tellOtherTabs({ isHello: true }))
}
