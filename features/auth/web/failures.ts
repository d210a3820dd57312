import { ApiError, UNKNOWN_ERROR } from '../../../web/api/call.ts'
import { readBody } from '../../../web/api/errors.ts'

/** The specified messages of sign-in and registration for a response without a user, and for an error without a message. */
export const inSpecifiedWords = (noUser: string) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.status === 0) throw error
  if (error.status < 400) throw new Error(noUser)
  throw readBody(error.body) ? error : new Error(UNKNOWN_ERROR)
}
