import { ApiError } from '../../../web/api/call.ts'

export const NOT_FOUND = 'Member Not Found'

/** The message if a member could not be loaded. */
export function problemOf(id: string, error: unknown): string {
  if (!id) return 'Member ID is missing'
  if (!(error instanceof ApiError)) return 'An unexpected error occurred'
  return error.status === 404 ? 'Member not found' : 'Failed to load member profile'
}

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404
