import { ApiError } from '../../../web/api/call.ts'

/** Builds the message of a failed call. */
type Message = (error: ApiError) => string

const isHtml = (body: string) => /^\s*</.test(body)
const receivedHtml = (status: number) => `Server error - received HTML instead of JSON (status ${status})`

/** The reason given in the response. */
export function detailOf({ status, body }: Pick<ApiError, 'status' | 'body'>): string {
  if (isHtml(body)) return receivedHtml(status)
  const content = parse(body)
  return textOf(content?.error) ?? textOf(content?.message) ?? `Error ${status}`
}

/** The raw body, but not of an HTML page, which members could not read. */
export const bodyOf = ({ status, body }: Pick<ApiError, 'status' | 'body'>) =>
  isHtml(body) ? receivedHtml(status) : body

export const notSignedIn = (message: string) => new ApiError(message, { status: 401 })

/** Awaits a call and rewrites the message of its error. `unsigned`: the message if no member is signed in. */
export async function withMessage<T>(call: Promise<T>, message: Message, unsigned?: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    // No response, or one that cannot be parsed: the message is already right.
    if (!(error instanceof ApiError) || error.status < 400) throw error
    if (error.status === 401 && unsigned) throw notSignedIn(unsigned)
    throw new ApiError(message(error), error)
  }
}

/** The title of the toast for a failed call. */
export const titleOf = (error: unknown, otherwise: string) =>
  error instanceof ApiError && error.status === 401 ? 'Authentication Error' : otherwise

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

function parse(body: string): Record<string, unknown> | null {
  try {
    return Object(JSON.parse(body))
  } catch {
    return null
  }
}
