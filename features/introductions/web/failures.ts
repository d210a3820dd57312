import { ApiError } from '../../../web/api/call.ts'

/** Makes the words of a failure from the answer. */
export type Words = (answer: ApiError) => string

const isHtml = (body: string) => /^\s*</.test(body)
const receivedHtml = (status: number) => `Server error - received HTML instead of JSON (status ${status})`

/** What the answer says went wrong. */
export function detailOf({ status, body }: Pick<ApiError, 'status' | 'body'>): string {
  if (isHtml(body)) return receivedHtml(status)
  const said = parsed(body)
  return textOf(said?.error) ?? textOf(said?.message) ?? `Error ${status}`
}

/** The answer as it came; a page of HTML would say nothing to anybody. */
export const bodyOf = ({ status, body }: Pick<ApiError, 'status' | 'body'>) =>
  isHtml(body) ? receivedHtml(status) : body

export const notSignedIn = (words: string) => new ApiError(words, { status: 401 })

/** Waits for an answer and words its failure. `unsigned`: what to say when nobody is signed in (any more). */
export async function answered<T>(answer: Promise<T>, words: Words, unsigned?: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // No answer at all, or one that nobody can read: there the message is already the right one.
    if (!(error instanceof ApiError) || error.status < 400) throw error
    if (error.status === 401 && unsigned) throw notSignedIn(unsigned)
    throw new ApiError(words(error), error)
  }
}

/** The title of the toast for a failed call. */
export const titleOf = (error: unknown, otherwise: string) =>
  error instanceof ApiError && error.status === 401 ? 'Authentication Error' : otherwise

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

function parsed(body: string): Record<string, unknown> | null {
  try {
    return Object(JSON.parse(body))
  } catch {
    return null
  }
}
