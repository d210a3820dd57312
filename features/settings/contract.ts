import { z } from 'zod'
import { Email, NewPassword, Password } from '../../contract/account.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { Identity } from '../../contract/identity.ts'
import { When } from '../../contract/when.ts'

export const OpenSession = z.object({
  id: z.uuid(),
  is_current: z.boolean(),
  aal: z.enum(['aal1', 'aal2']),
  ip: z.string(),
  user_agent: z.string(),
  created_at: When,
  last_used_at: When,
})
export type OpenSession = z.infer<typeof OpenSession>

export const listSessions = endpoint('GET', '/api/account/sessions', {
  summary: 'My sessions, the current one first',
  reply: z.array(OpenSession),
})

export const endOneSession = endpoint('DELETE', '/api/account/sessions/:id', {
  summary: 'Sign out one of my sessions',
  unconfirmed: 'allowed',
  params: z.object({ id: z.uuid() }),
})

export const changePassword = endpoint('PUT', '/api/account/password', {
  summary: 'Set a new password; ends my other sessions and gives this one a new token',
  body: z.object({ password: NewPassword }),
  reply: Identity,
})

export const askForNewEmail = endpoint('POST', '/api/account/email', {
  summary: 'Request a change of my email; completed by the link in the mail to the new address',
  unconfirmed: 'allowed',
  body: z.object({ email: Email }),
})

export const confirmNewEmail = endpoint('POST', '/api/account/email/confirm', {
  summary: 'Complete a change of email with the token of the mail; ends the other sessions of the account',
  access: 'anyone',
  body: z.object({ token: z.string().max(100) }),
  reply: z.object({ email: z.string() }),
})

export const exportAccount = endpoint('GET', '/api/account/export', {
  summary: 'All my data as a ZIP file: JSON and my uploaded files',
  sends: ['application/zip'],
})

export const deleteAccount = endpoint('POST', '/api/account/delete', {
  summary: 'Delete my account permanently; my content is removed or anonymised',
  unconfirmed: 'allowed',
  body: z.object({ password: Password, content: z.enum(['remove', 'anonymise']) }),
})
