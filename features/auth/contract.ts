import { z } from 'zod'
import { accountLimits, Email, NewPassword, Password } from '../../contract/account.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { Identity } from '../../contract/identity.ts'
import { Name, Text } from '../../contract/text.ts'

const Username = Name(accountLimits.username).min(1, 'Please enter your name.')

export const signUp = endpoint('POST', '/api/auth/sign-up', {
  summary: 'Register: creates the account and its profile, and signs in',
  access: 'anyone',
  body: z.object({
    email: Email,
    password: NewPassword,
    options: z.object({ data: z.object({ username: Username }) }),
  }),
  reply: Identity,
  status: 201,
})

export const signIn = endpoint('POST', '/api/auth/sign-in', {
  summary: 'Sign in with email and password',
  access: 'anyone',
  body: z.object({ email: Text(accountLimits.email), password: Password }),
  reply: Identity,
})

export const getSession = endpoint('GET', '/api/auth/session', {
  summary: 'Who is signed in, if anybody',
  access: 'anyone',
  reply: Identity,
})

export const signOut = endpoint('POST', '/api/auth/sign-out', {
  summary: 'End this session',
  access: 'needs_second_factor',
})

export const signOutEverywhere = endpoint('POST', '/api/auth/sign-out-everywhere', {
  summary: 'End every session of mine, this one included',
  unconfirmed: 'allowed',
})

export const forgotPassword = endpoint('POST', '/api/auth/forgot-password', {
  summary: 'Ask for a mail with a link to set a new password; the answer is the same for unknown addresses',
  access: 'anyone',
  body: z.object({ email: Email }),
})

export const resetPassword = endpoint('POST', '/api/auth/reset-password', {
  summary: 'Set a new password with the token of the mail; ends every session of the account',
  access: 'anyone',
  body: z.object({ token: z.string().max(100), password: NewPassword }),
  /** Only if the reset removed a second factor, which it does when the address was never confirmed. */
  reply: z.object({ two_factor_removed: z.literal(true) }).nullable(),
  also: { 204: 'The password was set, and nothing else of the account has changed' },
})

/** The page that a mailed link opens. */
const LinkPurpose = z.enum(['reset-password', 'confirm-email', 'confirm-address'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

export const checkLink = endpoint('POST', '/api/auth/check-link', {
  summary: "Whether the token of a mail's link is valid; does not use it up",
  access: 'anyone',
  body: z.object({ purpose: LinkPurpose, token: z.string().max(100) }),
  reply: z.object({ is_valid: z.boolean() }),
})

export const sendConfirmation = endpoint('POST', '/api/auth/confirmation-mail', {
  summary: 'Send me a new mail with a link that confirms my email address',
  unconfirmed: 'allowed',
})

export const confirmAddress = endpoint('POST', '/api/auth/confirm-address', {
  summary: 'Confirm the email address of my account with the token of the mail',
  unconfirmed: 'allowed',
  body: z.object({ token: z.string().max(100) }),
  reply: Identity,
})
