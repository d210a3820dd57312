import { z } from 'zod'
import { When } from './when.ts'

export const Factor = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  factor_type: z.enum(['totp', 'phone']),
  issuer: z.string().nullable(),
  /** Masked except for the last digits. */
  phone: z.string().nullable(),
  status: z.enum(['verified', 'unverified']),
})

export type Factor = z.infer<typeof Factor>

export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  user_metadata: z.object({ username: z.string() }),
  factors: z.array(Factor),
  created_at: When,
  /** Always true with EMAIL_CONFIRMATION off. */
  email_confirmed: z.boolean(),
  /** A confirmation mail was sent. */
  confirmation_asked: z.boolean(),
})
export type User = z.infer<typeof User>

export const Session = z.object({
  id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  expires_at: When,
  expires_in: z.int(),
})
export type Session = z.infer<typeof Session>

/** Both are null without a session. */
export const Identity = z.object({ user: User.nullable(), session: Session.nullable() })
export type Identity = z.infer<typeof Identity>
