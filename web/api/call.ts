import { type Endpoint, type Input, type Reply, request } from '../../contract/endpoint.ts'
import { ApiError, refused, UNREACHED } from './errors.ts'
import { afterIn, keepNext } from './next.ts'
import { readReply } from './reply.ts'
import { REQUEST_TIMEOUT_MS } from './timeouts.ts'
import { recordTiming } from './timings.ts'
import { countWrite } from './under-way.ts'

export { ApiError, fieldsOf, loadProblem, messageOf, UNKNOWN_ERROR } from './errors.ts'
export { timings } from './timings.ts'

export type Options = {
  signal?: AbortSignal
  /** One submit, one key: sent again after a lost answer, the server makes no second row of it. */
  key?: string
}
/** An endpoint that needs nothing is called without an input. */
export type Args<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>, options?: Options] : [input: Input<E>, options?: Options]

/** Not crypto.randomUUID(): that one is missing where the page is served over plain http to another machine. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')

let whenRefused = async () => false
let hasEnded = Promise.resolve(false)
/** Called when an answer says that the session is no longer good; says whether it has ended. */
export const onSessionLost = (listener: () => Promise<boolean>) => {
  whenRefused = listener
}
/** Whether the session has ended, after an error that says so: then the sign-in page tells of it, and nothing else needs to. */
export const hasSessionEnded = async (error: unknown) =>
  error instanceof ApiError && error.status === 401 && (await hasEnded)

let whenUnreachable = () => {}
/** Called when a request gets no answer at all. */
export const onUnreachable = (listener: () => void) => {
  whenUnreachable = listener
}

export async function api<E extends Endpoint>(endpoint: E, ...[input, options = {}]: Args<E>): Promise<Reply<E>> {
  const { url, body } = request(endpoint, (input ?? {}) as Record<string, unknown>)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (endpoint.method === 'POST') headers['idempotency-key'] = options.key ?? newKey()

  const began = performance.now()
  try {
    const asked = fetchWithin(REQUEST_TIMEOUT_MS, url, options.signal, {
      method: endpoint.method,
      credentials: 'include',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = await (endpoint.method === 'GET' ? asked : countWrite(asked))
    if (answer.status === 401) hasEnded = endpoint.access === 'anyone' ? Promise.resolve(false) : whenRefused()
    if (!answer.ok) throw refused(answer.status, answer.body)
    const reply = readReply(endpoint, answer)
    keepNext(reply, answer.next)
    return reply
  } finally {
    recordTiming(`${endpoint.method} ${endpoint.path}`, performance.now() - began)
  }
}

type Answer = { status: number; ok: boolean; body: string; next?: string }

/** The limit covers the body too: an answer that stalls half-way is as late as one that never begins. */
async function fetchWithin(limit: number, url: string, signal: AbortSignal | undefined, init: RequestInit) {
  const stop = new AbortController()
  const late = new ApiError(`Request timeout after ${limit / 1000} seconds`)
  // A timer of ours rather than AbortSignal.timeout(), which no test clock can move.
  const timer = setTimeout(() => stop.abort(late), limit)
  const giveUp = () => stop.abort(signal?.reason)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  try {
    const response = await fetch(url, { ...init, signal: stop.signal })
    const { status, ok, headers } = response
    return { status, ok, next: afterIn(headers.get('link')), body: await response.text() } satisfies Answer
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    whenUnreachable()
    throw new ApiError(UNREACHED, { body: error instanceof Error ? error.message : '' })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
