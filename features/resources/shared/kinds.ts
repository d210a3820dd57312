/** What a member chooses from. Rows may say other words; they are listed and shown all the same. */
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

/** Each of the six has a colour of its own; anything else is grey. */
export const toneOf = (category: string) => tones.get(category) ?? 'neutral'

/** 'fundraising' reads 'Fundraising'. */
export const labelOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
