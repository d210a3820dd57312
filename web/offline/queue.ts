import { notifyManager } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { fetchWithTimeout, messageOf } from '../api/call.ts'
import { checkConnection, isServerReachable, onReachable } from '../api/connection.ts'
import { refused } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { allWaiting, type Queue, setWaiting, type Waiting, type Write } from '../api/queue.ts'
import { patchRows } from '../api/send-cache.ts'
import { REQUEST_TIMEOUT_MS } from '../api/timeouts.ts'
import { trackWrite } from '../api/writes-in-flight.ts'
import { parsed } from '../form/unsent.ts'
import { draftKey, draftsIn } from '../session/member-storage.ts'
import { session } from '../session/session.tsx'
import { toast } from '../ui/toast.ts'

/** The server remembers idempotency keys for a day: a write that waited longer might be made twice. */
const MAX_WAIT_MS = 23 * 60 * 60 * 1000
const RETRY_MS = 30_000

const NAME = 'waiting#'
const userId = () => (session.get().status === 'signed_in' ? session.get().user?.id : undefined)
const keyOf = (user: string, id: string) => draftKey(user, NAME + id)

function read(): Waiting[] {
  const user = userId()
  if (!user) return []
  return draftsIn(() => localStorage, user)
    .filter(([key]) => key.startsWith(keyOf(user, '')))
    .flatMap(([, stored]) => waitingIn(stored) ?? [])
    .sort((a, b) => a.at - b.at)
}
/** Undefined if it is damaged. */
function waitingIn(stored: string | null): Waiting | undefined {
  const waiting = parsed(stored ?? '') as Waiting | null
  return waiting?.write ? waiting : undefined
}
const isUnsent = (waiting: Waiting) => waiting.refused === undefined

const readAgain = () => setWaiting(read())

function save(user: string, waiting: Waiting): void {
  localStorage.setItem(keyOf(user, waiting.id), JSON.stringify(waiting))
  readAgain()
}
function remove(user: string, id: string): void {
  localStorage.removeItem(keyOf(user, id))
  readAgain()
}

/** The paths of cached replies that may still show a write as it was before it was sent or discarded. */
const stale = new Set<string>()
function refreshStale(): void {
  for (const path of stale) void queryClient.invalidateQueries({ queryKey: [path] })
  stale.clear()
}
function noteDone({ write }: Waiting): void {
  for (const path of write.refresh) stale.add(path)
  if (isServerReachable()) refreshStale()
}

export function discard(waiting: Waiting): void {
  const user = userId()
  if (!user) return
  remove(user, waiting.id)
  noteDone(waiting)
}

async function enqueue({ refresh, within, userId: writer, ...write }: Write): Promise<boolean> {
  const isBehindOthers = read().some(isUnsent)
  if (!isBehindOthers) await checkConnection()
  const user = userId()
  if (!user || user !== writer || (isServerReachable() && !isBehindOthers)) return false
  const { key, place, text } = write
  // After the last one, also if the clock is set back.
  const at = Math.max(Date.now(), ...read().map(waiting => waiting.at + 1))
  const paths = (endpoints: readonly Endpoint[]) => endpoints.map(({ path }) => path)
  const stored = { ...write, refresh: paths(refresh), within: within && paths(within) }
  try {
    save(user, { id: key, place, at, value: { changes: { text } }, write: stored })
  } catch {
    // The storage is full or disabled: the form shows the failure.
    return false
  }
  if (text !== undefined) toast.success('Waiting for the network', 'It will be sent when you are online again.')
  if (isServerReachable()) void flush()
  return true
}

export const queue: Queue = { enqueue, hasUnsent: () => allWaiting().some(isUnsent) }

let retryTimer: ReturnType<typeof setTimeout> | undefined
/** Sends what waits, in one tab after the other. Without locks (plain http), the idempotency keys ensure that each is made once. */
async function flush(): Promise<void> {
  clearTimeout(retryTimer)
  if (!allWaiting().some(isUnsent)) return
  try {
    await (navigator.locks ? navigator.locks.request('waiting writes', sendAll) : sendAll())
  } catch {
    // Storage that is full, or a browser that refuses the lock.
  }
  if (allWaiting().some(isUnsent)) retryTimer = setTimeout(flush, RETRY_MS)
}

async function sendAll(): Promise<void> {
  const user = userId()
  // Read anew for each: it may have been discarded, here or in another tab.
  for (let next = read().find(isUnsent); next && user === userId(); next = read().find(isUnsent)) {
    const { id } = next
    const result = await send(next)
    if (result === 'later' || !user || user !== userId()) return
    const isStillThere = read().some(waiting => waiting.id === id)
    if ('reply' in result) {
      await showReply(next, result.reply)
      remove(user, id)
    } else if (isStillThere) save(user, { ...next, refused: result.refused })
    noteDone(next)
    if ('reply' in result && next.write.text !== undefined) toast.success(`${next.place} was sent`)
  }
}

/** Before it is removed from the queue: until the replies are read again, the cache would show the row as it was. */
async function showReply({ write: { within = [] } }: Waiting, reply: string): Promise<void> {
  const row = parsed(reply)
  const endpoints = within.map(path => ({ path }))
  if (row) patchRows(queryClient, endpoints, row.id, row)
  // The screens are told of a change of the cache later than of one of the queue.
  await new Promise<void>(told => notifyManager.schedule(told))
}

async function send({
  at,
  write: { key, method, url, body },
}: Waiting): Promise<{ reply: string } | { refused: string } | 'later'> {
  if (Date.now() - at > MAX_WAIT_MS) return { refused: 'It waited for more than a day, so it was not sent.' }
  try {
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key }
    const init = { method, credentials: 'include', headers, body: JSON.stringify(body) } as const
    const answer = await trackWrite(fetchWithTimeout(REQUEST_TIMEOUT_MS, url, undefined, init))
    if (answer.ok) return { reply: answer.body }
    if (answer.status === 401) void session.ask()
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
  // The probe of this tab may not have noticed that the network was lost: then nothing is reported as reachable again.
  addEventListener('online', begin)
  // Another tab has changed the queue.
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== null && !key.includes(NAME)) return
    readAgain()
    const before = waitingIn(oldValue)
    if (before && !(newValue && waitingIn(newValue)?.refused === undefined)) noteDone(before)
    // It could not reach the server, and may be closed before it can.
    if (!before && newValue) void checkConnection().then(() => (isServerReachable() ? flush() : undefined))
  })
  if (isServerReachable()) void flush()
}
