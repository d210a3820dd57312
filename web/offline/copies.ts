import type { Identity } from '../../contract/identity.ts'
import { MAX_AGE_MS } from '../../contract/offline-copies.ts'
import { bootIdentity, community, isOfflinePage } from '../api/boot.ts'
import { checkConnection, isServerReachable } from '../api/connection.ts'
import type { Copies, Read } from '../api/copies.ts'
import type { SessionStore } from '../session/store.ts'
import { openCopies, resultOf } from './database.ts'

/** The total size of the copies, in characters. The oldest are deleted above it. */
const MAX_SIZE = 5_000_000
const MAX_SIZE_OF_ONE = 500_000
/** After this many stored copies the total size is checked again. */
const CHECK_AFTER = 20

/** Who the copies belong to. The service worker opens the app offline with it (web/service-worker.js). */
export type Owner = { identity: Identity; community: typeof community; at: number }

/** Keeps copies of what the signed-in member reads, for reading offline. The browser deletes them with the session (member-storage.ts). */
export function keepCopies(session: Pick<SessionStore, 'get' | 'subscribe'>): Copies {
  let ownerId: string | undefined
  let hasOwner = Promise.resolve(false)
  let sinceCheck = CHECK_AFTER

  function followMember(): void {
    const { status, user, session: known } = session.get()
    const isMember = status === 'signed_in' && user !== null && known !== null
    ownerId = isMember ? user.id : undefined
    // A page that the service worker wrote has the identity of the copies, which the server has not confirmed again.
    if (isOfflinePage && user === bootIdentity?.user) hasOwner = Promise.resolve(isMember)
    else if (isMember)
      hasOwner = setOwner({ identity: { user, session: known }, community, at: Date.now() }).catch(() => false)
  }

  async function store(read: Read): Promise<void> {
    const isOwn = () => read.userId === ownerId
    if (!isOwn() || read.body.length > MAX_SIZE_OF_ONE || !(await hasOwner)) return
    const { owners, replies } = await stores('readwrite')
    // Another tab may have deleted everything, because the session has ended.
    if (!isOwnedBy(await resultOf(owners.get('owner')), read.userId) || !isOwn()) return
    replies.put(read)
    if (++sinceCheck < CHECK_AFTER) return
    sinceCheck = 0
    deleteOldest(replies)
  }

  async function find(userId: string, url: string): Promise<Read | undefined> {
    await checkConnection()
    const { session: known } = session.get()
    if (userId !== ownerId || !known || new Date(known.expires_at) < new Date() || !(await hasOwner)) return undefined
    const { replies } = await stores('readonly')
    const copy = await resultOf<Read | undefined>(replies.get(url))
    // Another member may have signed in since, in a tab that this one did not hear of.
    const isShown = !isServerReachable() && copy?.userId === userId && isCurrent(copy)
    return isShown ? copy : undefined
  }

  session.subscribe(followMember)
  followMember()
  return {
    // Without storage, such as in a private window of some browsers, there are no copies.
    store: read => void store(read).catch(() => {}),
    find: (userId, url) => find(userId, url).catch(() => undefined),
  }
}

const isCurrent = ({ at }: { at: number }) => at > Date.now() - MAX_AGE_MS

async function stores(mode: IDBTransactionMode) {
  const transaction = (await openCopies()).transaction(['owner', 'replies'], mode, { durability: 'relaxed' })
  return { owners: transaction.objectStore('owner'), replies: transaction.objectStore('replies') }
}

const isOwnedBy = (owner: Owner | undefined, userId: string | undefined) => owner?.identity.user?.id === userId

/** Notes whose copies there are now, and deletes those of anybody else. */
async function setOwner(owner: Owner): Promise<boolean> {
  const { owners, replies } = await stores('readwrite')
  const before = await resultOf<Owner | undefined>(owners.get('owner'))
  if (!isOwnedBy(before, owner.identity.user?.id)) replies.clear()
  await resultOf(owners.put(owner, 'owner'))
  return true
}

/** Walks from the newest copy to the oldest. */
function deleteOldest(replies: IDBObjectStore): void {
  let size = 0
  const walk = replies.index('at').openCursor(null, 'prev')
  walk.onsuccess = () => {
    const cursor = walk.result
    if (!cursor) return
    const copy: Read = cursor.value
    size += copy.url.length + copy.body.length
    if (size > MAX_SIZE || !isCurrent(copy)) cursor.delete()
    cursor.continue()
  }
}
