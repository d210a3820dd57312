import { type Endpoint, type Input, type Reply, request } from '../../contract/endpoint.ts'
import { currentUserId, findCopy, storeCopy } from './copies.ts'
import { ApiError, isUnanswered, refused, UNREACHED } from './errors.ts'
import { afterIn, keepNext } from './next.ts'
import { enqueue, hasUnsent, Queued, type Waits } from './queue.ts'
import { contractMismatch, readReply } from './reply.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'
import { recordTiming } from './timings.ts'
import { trackWrite } from './writes-in-flight.ts'

export { ApiError, fieldsOf, loadProblem, messageOf, UNKNOWN_ERROR } from './errors.ts'
export { timings } from './timings.ts'

export type Options = {
  signal?: AbortSignal
  /** Idempotency key, one per submit: a retry after a lost response creates no second row. */
  key?: string
  /** See inBackground. */
  isBackground?: boolean
  /** Without an answer, return the copy that this browser has, if the endpoint's replies are kept for reading offline. */
  orCopy?: boolean
  /** Called with the time of the copy that is returned, or with undefined if the reply is the server's. */
  noteCopy?: (at: number | undefined) => void
  /** Without a server, the write waits for the network. Then the call fails with Queued. */
  waits?: Waits
}
/** The input is optional if the endpoint requires none. */
export type Args<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>, options?: Options] : [input: Input<E>, options?: Options]

/** Not crypto.randomUUID(): it exists only in secure contexts, not on plain http to another machine. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')

let sessionLostListener = async () => false
let sessionEnded = Promise.resolve(false)
/** Called on a 401; resolves to whether the session has really ended. */
export const onSessionLost = (listener: () => Promise<boolean>) => {
  sessionLostListener = listener
}
/** Whether this error means that the session has ended. Then the sign-in page shows it, and no other message is needed. */
export const hasSessionEnded = async (error: unknown) =>
  error instanceof ApiError && error.status === 401 && (await sessionEnded)

let unreachableListener = () => {}
/** Called when a request gets no response. */
export const onUnreachable = (listener: () => void) => {
  unreachableListener = listener
}

let misfitListener = () => {}
/** Called when a response does not match the contract: the server may have a newer release. */
export const onMisfit = (listener: () => void) => {
  misfitListener = listener
}

export async function api<E extends Endpoint>(endpoint: E, ...[input, options = {}]: Args<E>): Promise<Reply<E>> {
  const { url, body } = request(endpoint, (input ?? {}) as Record<string, unknown>)
  const { key = newKey(), waits, orCopy, noteCopy } = options
  const userId = currentUserId()
  const queue = async () =>
    waits !== undefined && (await enqueue({ ...waits, userId, key, method: endpoint.method, url, body }))
  // Behind those that wait, so that all are made in order.
  if (waits && hasUnsent() && (await queue())) throw new Queued()
  try {
    const reply = await call(endpoint, url, body, { ...options, key })
    noteCopy?.(undefined)
    return reply
  } catch (error) {
    if (!isUnanswered(error)) throw error
    if (await queue()) throw new Queued()
    const copy = orCopy && endpoint.offline ? await findCopy(url) : undefined
    const reply = copy && JSON.parse(copy.body)
    // An earlier release may have stored another shape.
    if (!copy || contractMismatch(endpoint, reply)) throw error
    keepNext(reply, copy.next)
    noteCopy?.(copy.at)
    return reply
  }
}

async function call<E extends Endpoint>(
  endpoint: E,
  url: string,
  body: unknown,
  options: Options & { key: string },
): Promise<Reply<E>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (endpoint.method === 'POST') headers['idempotency-key'] = options.key

  const startedAt = performance.now()
  const [at, reader] = [Date.now(), currentUserId()]
  try {
    const pending = fetchWithTimeout(REQUEST_TIMEOUT_MS, url, options.signal, {
      method: endpoint.method,
      credentials: 'include',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await (endpoint.method === 'GET' ? pending : trackWrite(pending))
    if (answer.status === 401 && !options.isBackground)
      sessionEnded = endpoint.access === 'anyone' ? Promise.resolve(false) : sessionLostListener()
    if (!answer.ok) throw refused(answer.status, answer.body)
    const reply = readReply(endpoint, answer, misfitListener)
    keepNext(reply, answer.next)
    if (endpoint.offline) storeCopy({ url, body: answer.body, next: answer.next, at }, reader)
    return reply
  } finally {
    recordTiming(`${endpoint.method} ${endpoint.path}`, performance.now() - startedAt)
  }
}

type Answer = { status: number; ok: boolean; body: string; next?: string }

/** The timeout covers the body too: a response may stall half-way. */
export async function fetchWithTimeout(
  timeoutMs: number,
  url: string,
  signal: AbortSignal | undefined,
  init: RequestInit,
) {
  const controller = new AbortController()
  const timeoutError = new ApiError(`Request timeout after ${timeoutMs / 1000} seconds`)
  // Not AbortSignal.timeout(): fake timers cannot control it.
  const timer = setTimeout(() => controller.abort(timeoutError), timeoutMs)
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    const response = await fetch(url, { ...init, signal: controller.signal })
    const { status, ok, headers } = response
    return { status, ok, next: afterIn(headers.get('link')), body: await response.text() } satisfies Answer
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    unreachableListener()
    throw new ApiError(UNREACHED, { body: error instanceof Error ? error.message : '' })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
