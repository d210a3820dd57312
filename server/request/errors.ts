import { Busy, NoRow } from '../../database/connection/database.ts'
import { BadCursor } from '../../database/list/cursor.ts'

/** An error response with a message for the member. Thrown anywhere below a handler. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly fields?: Record<string, string>
  readonly retryAfter?: number
  constructor(status: number, message: string, more: { fields?: Record<string, string>; retryAfter?: number } = {}) {
    super(message)
    this.status = status
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }
}

export const authenticationRequired = () => new Refusal(401, 'Authentication required')
export const secondFactorRequired = () => new Refusal(403, 'A second factor is required.')
export const notFound = (what = 'This') => new Refusal(404, `${what} could not be found.`)
export const notAllowed = () => new Refusal(403, 'You are not allowed to do this.')
export const tooMany = (seconds: number) =>
  new Refusal(429, `Too many requests. Please try again in ${inWords(seconds)}.`, { retryAfter: seconds })
export const unavailable = () =>
  new Refusal(503, 'The service is busy or restarting. Please try again in a moment.', { retryAfter: 2 })

const inWords = (seconds: number) =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`

/** Our messages for errors of Fastify. */
const frameworkErrors: Record<string, [number, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The request is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The request has an empty body.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'This kind of content is not accepted here.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The request ended too early.'],
  FST_ERR_HANDLER_TIMEOUT: [503, 'The request took too long. Please try again.'],
}

/** 25P03 and 25P04: PostgreSQL closed the connection because its transaction took too long. */
const lostConnection =
  /^(08|57P|53|25P03|25P04)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Of the file store and of the database. */
const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Numbers, dates and texts that PostgreSQL cannot parse as the type of their column. */
const wrongForm = new Set(['22P02', '22003', '22007', '22008', '22009', '22021', '22P05'])

/** Maps an error to its response. `null`: unexpected, so the error is logged and the browser gets only a request id. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof NoRow) return notFound()
  if (error instanceof Busy) return unavailable()
  if (error instanceof BadCursor)
    return new Refusal(400, 'This page of the list does not exist.', {
      fields: { after: 'This page of the list does not exist.' },
    })
  const {
    code = '',
    message = '',
    constraint = '',
    column,
  } = error as Partial<Record<'code' | 'message' | 'constraint' | 'column', string>>
  const known = frameworkErrors[code]
  if (known) return new Refusal(known[0], known[1], known[0] === 503 ? { retryAfter: 2 } : {})
  if (code === 'NO401') return authenticationRequired()
  if (code === 'NO403') return secondFactorRequired()
  // A trigger refuses, with a message for the member. It may name the field of the request as the column.
  if (code === 'NO409') return new Refusal(409, message, column ? { fields: { [column]: message } } : {})
  if (code === '42501') return notAllowed()
  if (code === '23505') return new Refusal(409, 'This already exists.')
  if (code === '23503') return notFound('What this belongs to')
  if (code === '23514' || code === '23502')
    return new Refusal(400, `This value is not accepted (${constraint || 'a required value is missing'}).`)
  if (wrongForm.has(code)) return new Refusal(400, 'A value has the wrong form.')
  if (code === '57014' || code === '55P03' || code === '40P01' || code === '40001') return unavailable()
  if (diskFull.has(code))
    return new Refusal(503, 'The server has no space left on its disk. Please try again later.', { retryAfter: 30 })
  if (
    lostConnection.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message)
  )
    return unavailable()
  return null
}
