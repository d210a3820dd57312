/** What a member answers to 'Did you meet?'. */
export const answers = ['useful', 'met', 'not_met'] as const
export type OutcomeAnswer = (typeof answers)[number]

export const answerLabels: Record<OutcomeAnswer, string> = {
  useful: 'We met, and it was useful',
  met: 'We met, but it was not useful',
  not_met: 'We have not met',
}

/** Said before the answer, in the app and on the page of the mail: who learns what from it. With a target outside, the requester's word alone completes the request. */
export function whoLearns({ isOpen, isOutside }: { isOpen: boolean; isOutside: boolean }): string {
  if (!isOpen) return 'Nobody else sees your answer, and you can change it.'
  if (isOutside)
    return 'If you say that you met, the request is shown to all members as Completed, and stays so if you change your answer. Others see nothing else of your answer.'
  return 'Nobody else sees your answer, and you can change it. When both of you say that you met, the request is shown to all members as Completed.'
}

export const MAX_THANKS = 500
/** How many introductions of each kind a member sees in their own list, and how many thanks others see on their page. */
export const MAX_LISTED = 100
export const MAX_SHOWN_THANKS = 20
