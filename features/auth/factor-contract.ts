import { z } from 'zod'
import { Password } from '../../contract/account.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { Factor, Identity } from '../../contract/identity.ts'
import { Line, Secret } from '../../contract/text.ts'
import { When } from '../../contract/when.ts'

export const factorLimits = { friendly_name: 60, code: 40 }

const ByFactor = z.object({ id: z.uuid() })
/** Spaces between the digits are ignored. */
const Code = Secret(factorLimits.code).overwrite(text => text.replace(/\s/g, ''))

export const listFactors = endpoint('GET', '/api/auth/factors', {
  summary: 'My factors, how many recovery codes are left, and whether this community can send codes to a phone',
  reply: z.object({ factors: z.array(Factor), recovery_codes_left: z.int(), can_add_phone: z.boolean() }),
})

/** The only reply that contains the TOTP secret and its otpauth URI. */
export const enrolFactor = endpoint('POST', '/api/auth/factors', {
  summary: 'Start to add a second factor; it is active after its first code is verified',
  body: z.object({
    friendly_name: Line(factorLimits.friendly_name).default(''),
    factor_type: z.enum(['totp', 'phone'], 'factor_type must be totp or phone.'),
    issuer: Line(60).optional(),
    phone: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'Please enter the number with its country code, such as +13125550123.')
      .optional(),
  }),
  reply: Factor.extend({ totp: z.object({ secret: z.string(), uri: z.string() }).nullable() }),
  status: 201,
})

export const challengeFactor = endpoint('POST', '/api/auth/factors/:id/challenge', {
  summary: 'Create a challenge for a factor; sends the code to a phone',
  access: 'needs_second_factor',
  params: ByFactor,
  body: z.object({ channel: z.enum(['sms', 'whatsapp']).optional() }),
  reply: z.object({ id: z.uuid(), factor_id: z.uuid(), expires_at: When }),
  status: 201,
})

const Raised = Identity.extend({ expires_in: z.int(), recovery_codes: z.array(z.string()).nullable() })

export const verifyFactor = endpoint('POST', '/api/auth/factors/:id/verify', {
  summary: 'Verify a code: gives a new session of level aal2, and recovery codes with the first factor',
  access: 'needs_second_factor',
  params: ByFactor,
  body: z.object({ code: Code, challenge_id: z.uuid(), remember_device: z.boolean().default(false) }),
  reply: Raised,
})

export const removeFactor = endpoint('DELETE', '/api/auth/factors/:id', {
  summary: 'Remove a factor of mine; ends my other sessions',
  params: ByFactor,
})

export const recoverWithCode = endpoint('POST', '/api/auth/recovery', {
  summary: 'Use a recovery code in place of the factor: gives a new session of level aal2',
  access: 'needs_second_factor',
  body: z.object({ code: Code }),
  reply: Raised,
})

export const renewRecoveryCodes = endpoint('POST', '/api/auth/recovery-codes', {
  summary: 'Ten new recovery codes, shown once; invalidates the old ones',
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  status: 201,
})

/** Changes to an account require this if the last proof is older than ten minutes. */
export const proveAgain = endpoint('POST', '/api/auth/prove', {
  summary: 'Give the password (and a code of the second factor, if there is one) again, before a change to the account',
  unconfirmed: 'allowed',
  // With challenge_id: the code sent to a phone. Without: a code of an authenticator app, or a recovery code.
  body: z.object({ password: Password, code: Code.optional(), challenge_id: z.uuid().optional() }),
  reply: z.object({ proved_at: When }),
})

const isAudience = (text: string) =>
  /^[\w.:-]+$/.test(text) || (/^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text))

export const giveToken = endpoint('POST', '/api/auth/token', {
  summary: 'A short-lived signed token (JWT) that identifies me to the given audience; by default to this community',
  body: z.object({
    audience: z
      .string()
      .max(200, 'An audience has at most 200 characters.')
      .refine(isAudience, 'An audience is an address that begins with https:// or http://, or a single word.')
      .optional(),
  }),
  reply: z.object({ token: z.string(), expires_in: z.int() }),
})

export const getJwks = endpoint('GET', '/.well-known/jwks.json', {
  summary: 'The public keys that our tokens are checked with',
  access: 'anyone',
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})
