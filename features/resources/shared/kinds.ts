/** Options of the form. Existing rows may have other values; they are listed too. */
export const categories = ['fundraising', 'finance', 'product', 'marketing', 'legal', 'operations', 'other'] as const
export const resourceTypes = ['template', 'guide', 'checklist', 'article', 'tool', 'video'] as const

const tones = new Map<string, 'green' | 'blue' | 'purple' | 'amber' | 'red' | 'teal'>([
  ['fundraising', 'green'],
  ['finance', 'blue'],
  ['product', 'purple'],
  ['marketing', 'amber'],
  ['legal', 'red'],
  ['operations', 'teal'],
])

/** Colour of a category; grey for other values. */
export const toneOf = (category: string) => tones.get(category) ?? 'neutral'

/** 'fundraising' → 'Fundraising'. */
export const labelOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
