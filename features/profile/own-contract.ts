import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

// Apart from contract.ts, because every page's first code reads the own profile, but only one screen changes it.

const When = z.iso.datetime({ offset: true })
export const Visibility = z.enum(['members', 'only me'])
export type Visibility = z.infer<typeof Visibility>

/** My own profile, including the fields that only I see. */
export const Profile = z.object({
  id: z.int(),
  user_id: z.uuid(),
  full_name: z.string(),
  title: z.string().nullable(),
  company_name: z.string(),
  company_description: z.string(),
  company_website: z.string().nullable(),
  industry: z.string(),
  stage: z.string(),
  fundraising_status: z.string(),
  needs: z.array(z.string()),
  can_help_with: z.array(z.string()).nullable(),
  contact_method: z.string(),
  location: z.string().nullable(),
  twitter_handle: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  github: z.string().nullable(),
  website: z.string().nullable(),
  bio: z.string().nullable(),
  avatar_url: z.string().nullable(),
  completion_percentage: z.int(),
  created_at: When,
  updated_at: When,
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
