/** The completeness of a profile, computed here for both the server and the screens. */

const core = {
  full_name: 'Full Name',
  company_name: 'Company Name',
  company_description: 'Company Description',
  industry: 'Industry',
  stage: 'Stage',
} as const

const optional = {
  title: 'Title',
  company_website: 'Company Website',
  fundraising_status: 'Fundraising Status',
  needs: 'Looking For',
  contact_method: 'Preferred Contact Method',
  location: 'Location',
  twitter_handle: 'Twitter',
  linkedin_url: 'LinkedIn',
  website: 'Personal Website',
  bio: 'Bio',
  can_help_with: 'Can Help With',
  avatar_url: 'Profile Picture',
} as const

export const completionLabels = { ...core, ...optional }
export type CompletionField = keyof typeof completionLabels
type Filled = { readonly [field in CompletionField]?: string | readonly string[] | null }

/** Below this percentage the member sees a hint about the benefits of a complete profile. */
export const HINT_BELOW = 70

const isFilled = (value: string | readonly string[] | null | undefined) =>
  typeof value === 'string' ? value.trim() !== '' : Boolean(value?.length)

const share = (fields: object, profile: Filled) => {
  const all = Object.keys(fields) as CompletionField[]
  return all.filter(field => isFilled(profile[field])).length / all.length
}

/** The five core fields count for 50 percent, the twelve others for the other 50, with equal weights within each group. */
export const completionOf = (profile: Filled): number =>
  Math.min(100, Math.round(50 * share(core, profile) + 50 * share(optional, profile)))

export const missingFrom = (profile: Filled): { field: CompletionField; label: string }[] =>
  (Object.keys(completionLabels) as CompletionField[])
    .filter(field => !isFilled(profile[field]))
    .map(field => ({ field, label: completionLabels[field] }))
