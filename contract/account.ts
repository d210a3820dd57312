import { z } from 'zod'
import { Secret, Text } from './text.ts'

/** Limits for email, name and password of an account. */
export const accountLimits = { email: 254, password: 256, username: 200 }

export const Email = Text(accountLimits.email).pipe(z.email('Please enter a valid email address.'))
export const SHORTEST_PASSWORD = 8
export const Password = Secret(accountLimits.password)
export const NewPassword = Password.min(SHORTEST_PASSWORD, 'Password must be at least 8 characters long.')
