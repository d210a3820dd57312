/** What a member answers to 'Did you meet?'. */
export const answers = ['useful', 'met', 'not_met'] as const
export type OutcomeAnswer = (typeof answers)[number]

export const answerLabels: Record<OutcomeAnswer, string> = {
  useful: 'We met, and it was useful',
  met: 'We met, but it was not useful',
  not_met: 'We have not met',
}

export const MAX_THANKS = 500
/** How many introductions of each kind a member sees in their own list, and how many thanks others see on their page. */
export const MAX_LISTED = 100
export const MAX_SHOWN_THANKS = 20
