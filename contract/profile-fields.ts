import { z } from 'zod'
import { When } from './when.ts'

/** A member beside what they wrote or did. */
export const nameFields = { id: z.int(), full_name: z.string(), profile_picture: z.string().nullable() }

/** What a member's card shows of the profile. */
export const cardFields = {
  id: z.int(),
  full_name: z.string(),
  title: z.string().nullable(),
  company_name: z.string(),
  company_description: z.string(),
  company_website: z.string().nullable(),
  industry: z.string(),
  stage: z.string(),
  location: z.string().nullable(),
  needs: z.array(z.string()),
  can_help_with: z.array(z.string()).nullable(),
  linkedin_url: z.string().nullable(),
  twitter_handle: z.string().nullable(),
  avatar_url: z.string().nullable(),
}

/** What all members see of a profile. Email and phone are not here, because a member can hide them. */
export const publicFields = {
  ...cardFields,
  user_id: z.uuid(),
  fundraising_status: z.string(),
  contact_method: z.string(),
  website: z.string().nullable(),
  github: z.string().nullable(),
  bio: z.string().nullable(),
  completion_percentage: z.int(),
  created_at: When,
  updated_at: When,
}
