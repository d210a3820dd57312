import { z } from 'zod'

/** What an account's email and a new password must be, wherever one is set. */
export const Email = z.string().trim().max(254).pipe(z.email('Please enter a valid email address.'))
export const SHORTEST_PASSWORD = 8
export const NewPassword = z
  .string()
  .min(SHORTEST_PASSWORD, 'Password must be at least 8 characters long.')
  .max(256, 'Password must be at most 256 characters long.')
