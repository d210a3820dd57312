import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { publicFields } from '../../contract/profile-fields.ts'

// Apart from contract.ts, because every page's first code reads the own profile, but only one screen changes it.

export const Visibility = z.enum(['members', 'only me'])
export type Visibility = z.infer<typeof Visibility>

/** My own profile, including the fields that only I see. */
export const Profile = z.object({
  ...publicFields,
  email: z.string(),
  email_visibility: Visibility,
  phone: z.string(),
  phone_visibility: Visibility,
  /** Not in the directory, because a change of a hidden contact increases it too. */
  version: z.int(),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint('GET', '/api/profile', {
  offline: true,
  summary: 'My profile; 404 while I have none',
  reply: Profile,
})

export const createProfile = endpoint('POST', '/api/profile', {
  summary: 'Create my profile with only my name; idempotent',
  reply: Profile,
  status: 201,
})
