import type { Endpoint, Reply } from '../../contract/endpoint.ts'
import { misfit, type Shape } from '../form/zod.ts'
import { ApiError } from './errors.ts'

/**
 * Reads the answer to a call that succeeded. One that is not what the endpoint's contract promises (a page of HTML, nothing
 * where a list was due, a row without its fields) is a failure like any other: no screen has to expect it.
 */
export function readReply<E extends Endpoint>(
  endpoint: E,
  { status, body }: { status: number; body: string },
): Reply<E> {
  const reply = parsed(body)
  const wrong = wrongPart(endpoint, reply)
  if (!wrong) return reply as Reply<E>
  const at = wrong.length > 0 ? `, at ${wrong.join('.')}` : ''
  // biome-ignore lint/suspicious/noConsole: the server and this page do not agree, which has to leave a trace
  console.error(`Invalid JSON response: ${endpoint.method} ${endpoint.path}${at}`)
  throw new ApiError('Invalid JSON response', { status, body })
}

/** The way to what the contract does not promise; undefined where the reply is as promised. */
export function wrongPart({ reply: shape }: Pick<Endpoint, 'reply'>, reply: unknown): string[] | undefined {
  return reply === undefined ? [] : misfit(shape as unknown as Shape, reply)
}

/** No body is null, and what is no JSON is undefined. */
function parsed(body: string): unknown {
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
