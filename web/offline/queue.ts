import { useSyncExternalStore } from 'react'
import { fetchWithTimeout, messageOf } from '../api/call.ts'
import { checkConnection, isServerReachable, onReachable } from '../api/connection.ts'
import { refused } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import type { Write } from '../api/queue.ts'
import { REQUEST_TIMEOUT_MS } from '../api/timeouts.ts'
import { trackWrite } from '../api/writes-in-flight.ts'
import { draftKey, draftsIn } from '../session/member-storage.ts'
import { session } from '../session/session.tsx'
import { toast } from '../ui/toast.ts'

/** The server remembers idempotency keys for a day: a write that waited longer might be made twice. */
const MAX_WAIT_MS = 23 * 60 * 60 * 1000
const RETRY_MS = 30_000

/**
 * A write that waits for the network. It is stored like a draft, so that it survives the end of the session, and a sign-out warns of it. `value`
 * is what such a warning looks at (web/form/unsent.ts).
 */
export type Waiting = {
  id: string
  place: string
  at: number
  value: { changes: { text?: string } }
  write: Omit<Write, 'refresh'> & { refresh: string[] }
  /** Why the server refused it. It is not sent again. */
  refused?: string
}

const NAME = 'waiting#'
const userId = () => (session.get().status === 'signed_in' ? session.get().user?.id : undefined)
const keyOf = (user: string, id: string) => draftKey(user, NAME + id)

function read(): Waiting[] {
  const user = userId()
  if (!user) return []
  return draftsIn(() => localStorage, user)
    .filter(([key]) => key.startsWith(keyOf(user, '')))
    .map(([, stored]) => JSON.parse(stored) as Waiting)
    .sort((a, b) => a.at - b.at)
}

let known: Waiting[] = []
const listeners = new Set<() => void>()
function readAgain(): void {
  known = read()
  for (const listener of listeners) listener()
}

function save(user: string, waiting: Waiting): void {
  localStorage.setItem(keyOf(user, waiting.id), JSON.stringify(waiting))
  readAgain()
}
function remove(user: string, id: string): void {
  localStorage.removeItem(keyOf(user, id))
  readAgain()
}

/** What was shown before it was discarded: read again when there is a server. */
const stale = new Set<string>()
export function discard({ id, write }: Waiting): void {
  const user = userId()
  if (!user) return
  remove(user, id)
  for (const path of write.refresh) stale.add(path)
  if (isServerReachable()) refreshStale()
}
function refreshStale(): void {
  for (const path of stale) void queryClient.invalidateQueries({ queryKey: [path] })
  stale.clear()
}

/** Stores the write if the server is unreachable. */
export async function enqueue({ refresh, ...write }: Write): Promise<boolean> {
  await checkConnection()
  const user = userId()
  if (isServerReachable() || !user) return false
  const { key, place, text } = write
  // After the last one, also if the clock is set back.
  const at = Math.max(Date.now(), ...read().map(waiting => waiting.at + 1))
  try {
    save(user, {
      id: key,
      place,
      at,
      value: { changes: { text } },
      write: { ...write, refresh: refresh.map(({ path }) => path) },
    })
  } catch {
    // The storage is full or disabled: the form shows the failure.
    return false
  }
  if (text !== undefined) toast.success('Waiting for the network', 'It will be sent when you are online again.')
  return true
}

let retryTimer: ReturnType<typeof setTimeout> | undefined
/** Sends what waits, in order, in one tab. Without locks (plain http), the idempotency keys ensure that each is made once. */
async function flush(): Promise<void> {
  clearTimeout(retryTimer)
  if (!known.some(({ refused: reason }) => reason === undefined)) return
  if (!navigator.locks) return sendAll()
  await navigator.locks.request('waiting writes', { ifAvailable: true }, lock => (lock ? sendAll() : undefined))
}

async function sendAll(): Promise<void> {
  const user = userId()
  for (const waiting of read()) {
    if (waiting.refused !== undefined) continue
    if (!user || user !== userId()) return
    const result = await send(waiting)
    if (result === 'later') {
      retryTimer = setTimeout(flush, RETRY_MS)
      return
    }
    if (result === 'sent') remove(user, waiting.id)
    else save(user, { ...waiting, refused: result.refused })
    for (const path of waiting.write.refresh) stale.add(path)
    refreshStale()
    if (result === 'sent' && waiting.write.text !== undefined) toast.success(`${waiting.place} was sent`)
  }
}

async function send({
  at,
  write: { key, method, url, body },
}: Waiting): Promise<'sent' | 'later' | { refused: string }> {
  if (Date.now() - at > MAX_WAIT_MS) return { refused: 'It waited for more than a day, so it was not sent.' }
  try {
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key }
    const init = { method, credentials: 'include', headers, body: JSON.stringify(body) } as const
    const answer = await trackWrite(fetchWithTimeout(REQUEST_TIMEOUT_MS, url, undefined, init))
    if (answer.ok) return 'sent'
    // The session may have ended, the member may write too much, or the server may be busy.
    if ([401, 408, 429].includes(answer.status) || answer.status >= 500) return 'later'
    return { refused: messageOf(refused(answer.status, answer.body)) }
  } catch {
    return 'later'
  }
}

/** Starts to send what waits whenever there is a server. */
export function startQueue(): void {
  readAgain()
  const begin = () => {
    readAgain()
    void flush()
  }
  session.subscribe(begin)
  onReachable(() => {
    refreshStale()
    begin()
  })
  // Another tab has changed the queue.
  addEventListener('storage', ({ key }) => (key === null || key.includes(NAME)) && readAgain())
  if (isServerReachable()) void flush()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useWaiting = () => useSyncExternalStore(subscribe, () => known)
