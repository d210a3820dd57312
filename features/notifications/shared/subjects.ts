import { type Kind, kinds } from './kinds.ts'

/** What /notifications can be filtered by: kinds that a member would look for together. */
export const subjects = ['mentions', 'replies', 'likes', 'introductions', 'investors', 'events', 'account'] as const
export type Subject = (typeof subjects)[number]

export const subjectLabels: Record<Subject, string> = {
  mentions: 'Mentions',
  replies: 'Replies',
  likes: 'Likes',
  introductions: 'Introductions',
  investors: 'Investors',
  events: 'Events',
  account: 'Account',
}

const subjectOf: Record<Kind, Subject> = {
  mention: 'mentions',
  my_topic_reply: 'replies',
  followed_topic_reply: 'replies',
  topic_like: 'likes',
  request_target: 'introductions',
  asked_to_introduce: 'introductions',
  asked_by_name: 'introductions',
  offer_made: 'introductions',
  offer_accepted: 'introductions',
  offer_passed: 'introductions',
  introduction_wanted: 'introductions',
  introduction_agreed: 'introductions',
  offer_ended: 'introductions',
  outcome_asked: 'introductions',
  introduction_thanked: 'introductions',
  my_request_comment: 'introductions',
  joined_request_comment: 'introductions',
  request_status: 'introductions',
  still_looking: 'introductions',
  investor_comment: 'investors',
  event_change: 'events',
  account_safety: 'account',
}

export const kindsAbout = (about: Subject): Kind[] => kinds.filter(kind => subjectOf[kind] === about)
