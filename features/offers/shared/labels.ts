/** The states of an offer. The transition table is offer_transitions() in rules.sql. */
export const states = ['open', 'accepted', 'asked', 'agreed', 'withdrawn', 'passed', 'closed'] as const
export type State = (typeof states)[number]

/** Offers that have not ended, and those that the requester chose. */
export const liveStates: readonly State[] = ['open', 'accepted', 'asked', 'agreed']
export const chosenStates: readonly State[] = ['accepted', 'asked', 'agreed']

/** Why an offer was closed. */
export const closedWords = [
  'requester',
  'status',
  'target',
  'reported_no',
  'no_answer',
  'introducer_left',
  'target_left',
  'requester_left',
  /** One of these three, in older offers. */
  'left',
] as const
export type ClosedWord = (typeof closedWords)[number]

/** As a sentence to the introducer; to the requester too, unless `closedForRequester` has another one. */
export const closedSentences: Record<ClosedWord, string> = {
  requester: 'The requester is not using this offer.',
  status: 'The requester changed the status of the request, so this offer has ended.',
  target: 'The request is not for the same person any more.',
  reported_no: 'It did not work out this time.',
  no_answer: 'No answer came within 21 days.',
  introducer_left: 'Your account was not available, so this offer has ended.',
  target_left: 'The person to be introduced is no longer here.',
  requester_left: 'The member who asked for this introduction is no longer here.',
  left: 'A member who took part is no longer here.',
}

export const closedForRequester: Partial<Record<ClosedWord, string>> = {
  requester: 'You ended this offer.',
  status: 'You changed the status of the request, so this offer has ended.',
  introducer_left: 'The member who offered to introduce you is no longer here.',
  target_left: 'The person you asked to meet is no longer here.',
}

/** What happened to an offer, one row for each. */
export const stepKinds = [
  'offered',
  'accepted',
  'passed',
  'asked',
  'agreed',
  'reported_yes',
  'reported_no',
  'withdrawn',
  'closed',
] as const
export type StepKind = (typeof stepKinds)[number]

/** What a requester or an offerer can do with an offer. */
export const moves = ['accepted', 'withdrawn', 'closed'] as const
export type Move = (typeof moves)[number]

export const answers = ['yes', 'not_now'] as const
export type Answer = (typeof answers)[number]

export const reports = ['yes', 'no'] as const
export type Report = (typeof reports)[number]

export const reportLabels: Record<Report, string> = { yes: 'They said yes', no: 'They said no' }

export const MAX_NOTE = 1000
