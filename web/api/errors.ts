export const UNKNOWN_ERROR = 'Unknown error occurred'
/** The message of a call that got no response. */
export const UNREACHED = 'The server could not be reached. Please check your connection and try again.'

/** A call that failed. `status` is 0 if there was no response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** The raw response body, for messages that quote it. */
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

/** No response, or an error of a proxy in front of the server. */
export const isUnanswered = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502)

/** The error for a response that is not a success, with the message from its body if there is one. */
export function refused(status: number, body: string): ApiError {
  const content = readBody(body)
  if (!content)
    return new ApiError(`The server gave an answer we do not understand (status ${status}).`, { status, body })
  return new ApiError(text(content.error) ?? text(content.message) ?? UNKNOWN_ERROR, {
    status,
    body,
    fields: texts(asRecord(content.fields)),
    requestId: text(content.request_id),
  })
}

/** Parses a JSON object; undefined for anything else. */
export const readBody = (body: string) => asRecord(parse(body))

export const messageOf = (error: unknown) => (error instanceof Error && error.message) || UNKNOWN_ERROR

/** Why loading failed, without technical terms for a successful response that does not match the contract. */
export const loadProblem = (error: unknown) =>
  error instanceof ApiError && error.status >= 200 && error.status < 300
    ? 'The server gave an answer we do not understand. Please try again later.'
    : messageOf(error)

export const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {})

const text = (value: unknown) => (typeof value === 'string' && value ? value : null)
/** Keeps only texts, because field errors are shown below their fields. */
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
