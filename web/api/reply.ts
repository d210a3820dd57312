import type { Endpoint, Reply } from '../../contract/endpoint.ts'
import { misfit, type Shape } from '../form/zod.ts'
import { ApiError } from './errors.ts'

/**
 * Parses and validates a successful response. One that does not match the endpoint's contract (HTML, no list, a row without
 * its fields) is an error like any other, so that no screen has to check for it.
 */
export function readReply<E extends Endpoint>(
  endpoint: E,
  { status, body }: { status: number; body: string },
  onMisfit = () => {},
): Reply<E> {
  const reply = parse(body)
  const mismatch = contractMismatch(endpoint, reply)
  if (!mismatch) return reply as Reply<E>
  const at = mismatch.length > 0 ? `, at ${mismatch.join('.')}` : ''
  // biome-ignore lint/suspicious/noConsole: a reply that breaks the contract must leave a trace
  console.error(`Invalid JSON response: ${endpoint.method} ${endpoint.path}${at}`)
  onMisfit()
  throw new ApiError('Invalid JSON response', { status, body })
}

/** The path of the first value that does not match the contract; undefined if the reply matches. */
export function contractMismatch({ reply: shape }: Pick<Endpoint, 'reply'>, reply: unknown): string[] | undefined {
  return reply === undefined ? [] : misfit(shape as unknown as Shape, reply)
}

/** An empty body is null, invalid JSON undefined. */
function parse(body: string): unknown {
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
