/** Options of the investor form, in display order. */
export const STAGES = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C+', 'Growth', 'All stages'] as const

/** An investor with this tag matches every stage filter. */
export const EVERY_STAGE = 'All stages' satisfies Stage

export const FOCUS_AREAS = [
  'SaaS',
  'Fintech',
  'Healthcare',
  'E-commerce',
  'Consumer',
  'Enterprise',
  'Marketplaces',
  'AI/ML',
  'Web3',
  'Deeptech',
  'Climate',
  'Hardware',
  'Media',
  'Education',
  'PropTech',
] as const

/** The filter panel offers only the first ten. */
export const FILTER_FOCUS_AREAS = FOCUS_AREAS.slice(0, 10)

export const CHECK_SIZES = [
  'Under $50k',
  '$50k-$100k',
  '$100k-$250k',
  '$250k-$500k',
  '$500k-$1M',
  '$1M-$3M',
  '$3M-$5M',
  '$5M+',
  'Varies',
] as const

export type Stage = (typeof STAGES)[number]
export type FocusArea = (typeof FOCUS_AREAS)[number]
export type CheckSize = (typeof CHECK_SIZES)[number]

/** Sort orders of the list; the first is the default. */
export const SORTS = ['name', 'rating', 'newest', 'commented'] as const
export type Sort = (typeof SORTS)[number]
