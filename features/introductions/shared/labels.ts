export const statuses = ['pending', 'in_progress', 'approved', 'declined', 'completed'] as const
export type Status = (typeof statuses)[number]

export const statusLabels: Record<Status, string> = {
  pending: 'Pending',
  in_progress: 'In Progress',
  approved: 'Approved',
  declined: 'Declined',
  completed: 'Completed',
}

export const openStatuses: readonly Status[] = ['pending', 'in_progress', 'approved']

/** While nobody is found: members can offer, and be asked. */
export const seekingStatuses: readonly Status[] = ['pending', 'in_progress']

export const stillLookingAnswers = ['yes', 'closed', 'done'] as const
export type StillLooking = (typeof stillLookingAnswers)[number]

/** The answers to 'Still looking?': in the app, in the mail and on the page that the mail leads to. */
export const stillLookingLabels: Record<StillLooking, string> = {
  yes: 'Yes, still looking',
  closed: 'No, close it',
  done: 'Done, we met',
}

/** What the list can be narrowed to, besides one's own requests. */
export const shown = ['help', 'unanswered'] as const

export const urgencies = ['low', 'medium', 'high'] as const
export type Urgency = (typeof urgencies)[number]
export const DEFAULT_URGENCY: Urgency = 'medium'

export const urgencyLabels: Record<Urgency, string> = {
  low: 'Low - Within a few weeks',
  medium: 'Medium - Within a week',
  high: 'High - As soon as possible',
}

/** Sort orders of the list; the first is the default. */
export const sorts = ['newest', 'oldest', 'urgent', 'title', 'company'] as const
export type Sort = (typeof sorts)[number]
