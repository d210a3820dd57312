export const UNKNOWN_ERROR = 'Unknown error occurred'
/** Of a call that got no answer at all. */
export const UNREACHED = 'The server could not be reached. Please check your connection and try again.'

/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** The answer as it came, for messages that quote it. */
  readonly body: string
  constructor(
    message: string,
    more: { status?: number; fields?: Record<string, string>; requestId?: string | null; body?: string } = {},
  ) {
    super(message)
    this.status = more.status ?? 0
    this.fields = more.fields ?? {}
    this.requestId = more.requestId ?? null
    this.body = more.body ?? ''
  }
}

/** Makes the error of an answer that is not a success; its words come from the body where it has some. */
export function refused(status: number, body: string): ApiError {
  const said = readBody(body)
  if (!said) return new ApiError(`The server gave an answer we do not understand (status ${status}).`, { status, body })
  return new ApiError(text(said.error) ?? text(said.message) ?? UNKNOWN_ERROR, {
    status,
    body,
    fields: texts(asRecord(said.fields)),
    requestId: text(said.request_id),
  })
}

/** What an answer says; undefined where it is no JSON object. */
export const readBody = (body: string) => asRecord(parse(body))

export const messageOf = (error: unknown) => (error instanceof Error && error.message) || UNKNOWN_ERROR

/** Why something could not be loaded. An answer that is a success and yet makes no sense is not the connection's fault, nor JSON the reader's concern. */
export const loadProblem = (error: unknown) =>
  error instanceof ApiError && error.status >= 200 && error.status < 300
    ? 'The server gave an answer we do not understand. Please try again later.'
    : messageOf(error)

export const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {})

const text = (value: unknown) => (typeof value === 'string' && value ? value : null)
/** What is said of a field is shown beneath it, so it has to be a text. */
const texts = (fields: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => Boolean(text(field[1]))))
const asRecord = (value: unknown) =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
