import { COPIES } from '../../contract/offline-copies.ts'

/**
 * What the browser stores for a member: drafts, per tab (sessionStorage) or for all tabs (localStorage), what they opened from the search,
 * that the server has their time zone, that they want push messages here, and that theirs was the last session. All survive an expired or revoked session of the same member; a sign-out, or a sign-in of another member, removes them.
 * The copies for reading offline do not survive the end of the session either.
 */
const PREFIX = 'draft:'
/** Changes with every sign-out, so that a tab restored with old sessionStorage detects a sign-out that it missed. */
const LAST_SIGN_OUT = 'last-sign-out'
const LAST_MEMBER = 'last-member'
/** The server does not know of the sign-out yet, because it could not be reached. */
const DUE_SIGN_OUT = 'due-sign-out'
/** Keys without a member's data. */
const impersonalKeys = new Set(['theme', 'forum-order', 'member-order', 'push-offer', LAST_SIGN_OUT, DUE_SIGN_OUT])

const storages = [() => localStorage, () => sessionStorage]

export const draftKey = (userId: string, name: string) => `${PREFIX}${userId}:${name}`

const zoneKey = (userId: string) => `time-zone:${userId}`
export const hasTimeZone = (userId: string): boolean => isStored(zoneKey(userId))
export const noteTimeZone = (userId: string): void => attempt(() => localStorage.setItem(zoneKey(userId), 'known'))

const pushKey = (userId: string) => `push:${userId}`
/** Whether the member has turned on push messages in this browser. Also after their session has ended. */
export const wantsPush = (userId: string): boolean => isStored(pushKey(userId))
export const noteWantsPush = (userId: string, isOn: boolean): void =>
  attempt(() => (isOn ? localStorage.setItem(pushKey(userId), 'on') : localStorage.removeItem(pushKey(userId))))
/** Whether the offer of push messages was declined in this browser, by whomever. */
export const hasDeclinedPush = (): boolean => isStored('push-offer')
export const noteDeclinedPush = (): void => attempt(() => localStorage.setItem('push-offer', 'declined'))

/** What the member opened from the search (features/search/web/recent.ts). */
export const recentKey = (userId: string) => `recent:${userId}`

/** Deletes the copies for reading offline. Those of another member are also deleted when somebody signs in (web/offline/copies.ts). */
export const forgetCopies = (): void => attempt(() => void indexedDB.deleteDatabase(COPIES))

/** Closes the push messages that are still shown: they contain names and titles. */
export function closePushMessages(): void {
  const close = async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const message of (await registration?.getNotifications()) ?? []) message.close()
  }
  close().catch(() => {})
}

/**
 * Where the server already knows that this browser gets no messages any more, a failure does no harm; where it could not be told, this is all
 * that can be done.
 */
export function endPushSubscription(): void {
  const end = async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  }
  end().catch(() => {})
}

/** Whose session was the last in this browser, unless they signed out: a page may be loaded after it has ended. */
export function lastMember(): string | undefined {
  let found: string | null = null
  attempt(() => {
    found = localStorage.getItem(LAST_MEMBER)
  })
  return found ?? undefined
}

/** Removes everything but what is stored for this member. */
export function keepOnlyDraftsOf(userId: string): void {
  const isKept = (key: string) =>
    key.startsWith(draftKey(userId, '')) || [zoneKey(userId), recentKey(userId), pushKey(userId)].includes(key)
  for (const getStorage of storages) attempt(() => removeExcept(getStorage(), isKept))
  attempt(() => localStorage.setItem(LAST_MEMBER, userId))
}

/** Removes all data of the member from this tab's storage. The other tabs do the same when they receive the sign-out. */
export function forgetMember(): void {
  forgetCopies()
  closePushMessages()
  for (const getStorage of storages) attempt(() => removeExcept(getStorage(), () => false))
  copyLastSignOut()
}

export const isSignOutDue = (): boolean => isStored(DUE_SIGN_OUT)
export const noteSignOutDue = (isDue: boolean): void =>
  attempt(() => (isDue ? localStorage.setItem(DUE_SIGN_OUT, 'yes') : localStorage.removeItem(DUE_SIGN_OUT)))

export function noteSignOut(): void {
  attempt(() => localStorage.setItem(LAST_SIGN_OUT, String(Date.now())))
}

/** For a tab that starts or resumes: if a sign-out happened since its drafts were written, removes them and returns true. */
export function forgetIfSignOutMissed(): boolean {
  let isSignedOut = false
  attempt(() => {
    isSignedOut = sessionStorage.getItem(LAST_SIGN_OUT) !== localStorage.getItem(LAST_SIGN_OUT)
    if (isSignedOut) removeExcept(sessionStorage, () => false)
  })
  copyLastSignOut()
  return isSignedOut
}

/** Whether any draft is stored. */
export function hasDrafts(): boolean {
  let found = false
  for (const getStorage of storages)
    attempt(() => {
      found ||= Object.keys(getStorage()).some(key => key.startsWith(PREFIX))
    })
  return found
}

/** All drafts that one storage holds for a member, as they are stored. */
export function draftsIn(getStorage: () => Storage, userId: string): [key: string, draft: string][] {
  const found: [string, string][] = []
  attempt(() => {
    for (const key of Object.keys(getStorage()))
      if (key.startsWith(draftKey(userId, ''))) found.push([key, getStorage().getItem(key) ?? ''])
  })
  return found
}

function copyLastSignOut(): void {
  attempt(() => {
    const last = localStorage.getItem(LAST_SIGN_OUT)
    if (last !== null) sessionStorage.setItem(LAST_SIGN_OUT, last)
  })
}

function removeExcept(storage: Storage, isKept: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) if (!impersonalKeys.has(key) && !isKept(key)) storage.removeItem(key)
}

function isStored(key: string): boolean {
  let is = false
  attempt(() => {
    is = localStorage.getItem(key) !== null
  })
  return is
}

/** A browser may block storage; then there is nothing to remove either. */
function attempt(work: () => void): void {
  try {
    work()
  } catch {}
}
