import { sql } from '../../database/connection/sql.ts'

/** A directory card as contract JSON, from the columns of `profiles`. */
export const cardFields = sql`'id', id, 'full_name', full_name, 'title', title, 'company_name', company_name,
  'company_description', company_description, 'company_website', company_website, 'industry', industry, 'stage', stage, 'location', location,
  'needs', needs, 'can_help_with', can_help_with, 'expertise', can_help_with, 'linkedin_url', linkedin_url, 'linkedin', linkedin_url,
  'twitter_handle', twitter_handle, 'avatar_url', avatar_url, 'profile_picture', avatar_url`
export const cardJson = sql`json_build_object(${cardFields})`
