import { ApiError, UNKNOWN_ERROR } from '../../../web/api/call.ts'
import { readBody } from '../../../web/api/errors.ts'

/** Signing in and registering have words of their own for an answer without a user, and for a failure without a message. */
export const inSpecifiedWords = (noUser: string) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.status === 0) throw error
  if (error.status < 400) throw new Error(noUser)
  throw readBody(error.body) ? error : new Error(UNKNOWN_ERROR)
}
