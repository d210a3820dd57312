/** The options of the profile form, in display order. */
export const industries = [
  'SaaS',
  'Fintech',
  'Healthcare',
  'E-commerce',
  'Marketplace',
  'AI/ML',
  'Consumer',
  'Enterprise',
  'Gaming',
  'Media',
  'Education',
  'Web3',
  'Climate/Clean Tech',
  'Food & Beverage',
  'Hardware',
  'Real Estate',
  'Travel',
  'Other',
] as const

export const stages = [
  'Idea/Pre-Product',
  'MVP',
  'Pre-Seed',
  'Seed',
  'Series A',
  'Series B+',
  'Profitable',
  'Bootstrapped',
] as const

export const fundraisingStatuses = [
  'Not Fundraising',
  'Preparing to Fundraise',
  'Actively Fundraising',
  'Recently Closed Round',
  'Always Fundraising',
] as const

/** One list for what members need and for what they can help with, so that the two can be matched. */
export const helpTopics = [
  'Co-Founder',
  'Hiring',
  'Funding',
  'Customers',
  'Partnerships',
  'Advisory',
  'Product Feedback',
  'Mentorship',
  'Introductions',
  'Technical Help',
  'Marketing Help',
  'Legal Help',
  'Office Space',
] as const

export const contactMethods = ['Email', 'LinkedIn', 'Twitter', 'Website', 'Phone', 'In-Person', 'Any'] as const
