/**
 * What the browser keeps for a member: drafts, in this tab (sessionStorage) or for all tabs (localStorage). A session that ended by
 * itself leaves them for the same member; a sign-out, or another member, removes them.
 */
const PREFIX = 'draft:'
/** Changes with every sign-out. A tab that was closed or asleep at the time, and comes back with its old storage, sees that it missed one. */
const LAST_SIGN_OUT = 'last-sign-out'
/** Not about anybody. */
const kept = new Set(['theme', LAST_SIGN_OUT])

const places = [() => localStorage, () => sessionStorage]

export const draftKey = (userId: string, name: string) => `${PREFIX}${userId}:${name}`

/** Removes everything but the drafts of this member. */
export function keepOnlyOf(userId: string): void {
  for (const place of places) attempt(() => removeExcept(place(), key => key.startsWith(draftKey(userId, ''))))
}

/** Removes everything of whoever was signed in, from what this tab can reach. The other tabs hear of the sign-out and do the same. */
export function forgetMember(): void {
  for (const place of places) attempt(() => removeExcept(place(), () => false))
  followLastSignOut()
}

export function noteSignOut(): void {
  attempt(() => localStorage.setItem(LAST_SIGN_OUT, String(Date.now())))
}

/** For a tab that begins or wakes up: removes its own drafts if somebody signed out since they were written, and says whether. */
export function forgetIfSignedOutMeanwhile(): boolean {
  let isSignedOut = false
  attempt(() => {
    isSignedOut = sessionStorage.getItem(LAST_SIGN_OUT) !== localStorage.getItem(LAST_SIGN_OUT)
    if (isSignedOut) removeExcept(sessionStorage, () => false)
  })
  followLastSignOut()
  return isSignedOut
}

/** Whether there is something half written to come back to. */
export function hasDrafts(): boolean {
  let found = false
  for (const place of places)
    attempt(() => {
      found ||= Object.keys(place()).some(key => key.startsWith(PREFIX))
    })
  return found
}

/** All drafts that one storage holds for a member, as they are stored. */
export function draftsIn(place: () => Storage, userId: string): [key: string, draft: string][] {
  const found: [string, string][] = []
  attempt(() => {
    for (const key of Object.keys(place()))
      if (key.startsWith(draftKey(userId, ''))) found.push([key, place().getItem(key) ?? ''])
  })
  return found
}

function followLastSignOut(): void {
  attempt(() => {
    const last = localStorage.getItem(LAST_SIGN_OUT)
    if (last !== null) sessionStorage.setItem(LAST_SIGN_OUT, last)
  })
}

function removeExcept(storage: Storage, isKept: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) if (!kept.has(key) && !isKept(key)) storage.removeItem(key)
}

/** A browser may forbid storage altogether; then there is nothing to remove either. */
function attempt(work: () => void): void {
  try {
    work()
  } catch {}
}
