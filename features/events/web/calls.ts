import type { Endpoint, Reply } from '../../../contract/endpoint.ts'
import { ApiError, type Args, api } from '../../../web/api/call.ts'
import type { ReadOptions } from '../../../web/api/query.ts'
import { type Event, listEvents, listEventsAgain } from '../contract.ts'

export const LOAD_FAILED = 'Failed to load events. Please try again later.'

type Input = Args<typeof listEvents>[0]

/** Reads the calendar; falls back to the second endpoint if the first fails. */
export async function readEvents(input: Input, options: ReadOptions): Promise<Event[]> {
  try {
    return throwIfError(await api(listEvents, input, options))
  } catch (error) {
    if (options.signal.aborted) throw error
  }
  try {
    return throwIfError(await api(listEventsAgain, input, options))
  } catch (error) {
    throw error instanceof ApiError && error.status > 0 ? readFailure(error) : error
  }
}

const readFailure = ({ status, body }: ApiError) =>
  new ApiError(`Server returned ${status}: ${body.split('\n')[0] ?? ''}`, { status, body })

/** Sends a change. The error has the banner's message: the server's, or else what failed and the status. */
export async function sendEvent<E extends Endpoint>(
  doing: 'creating' | 'updating' | 'deleting',
  endpoint: E,
  ...args: Args<E>
): Promise<Reply<E>> {
  try {
    return throwIfError(await api(endpoint, ...args))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error
    const { status, body, fields } = error
    throw new ApiError(errorIn(body) ?? `Error ${doing} event: ${status}`, { status, body, fields })
  }
}

/** A reply with an error field is a failure, whatever its status. */
function throwIfError<T>(reply: T): T {
  if (reply !== null && typeof reply === 'object' && 'error' in reply)
    throw new ApiError('', { status: 200, body: JSON.stringify(reply) })
  return reply
}

function errorIn(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: unknown }
    return typeof error === 'string' && error ? error : null
  } catch {
    return null
  }
}
