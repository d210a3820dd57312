import type { Kind } from './kinds.ts'

/** What the mails of a kind are called in their footer and on the page that switches them off. */
export const mailNames: Record<Kind | 'digest', string> = {
  mention: 'mails about mentions of you',
  my_topic_reply: 'mails about replies to your topics',
  followed_topic_reply: 'mails about replies in topics you follow',
  topic_like: 'mails about likes of your topics',
  request_target: 'mails about requests to be introduced to you',
  asked_to_introduce: 'mails about introductions to investors you know',
  asked_by_name: 'mails of members who ask whether you can introduce them',
  offer_made: 'mails about offers to introduce you',
  offer_accepted: 'mails about offers of yours that are accepted',
  offer_passed: 'mails about offers of yours that are not needed',
  introduction_wanted: 'mails that ask whether you want to be introduced',
  introduction_agreed: 'mails about introductions that are agreed',
  offer_ended: 'mails about introductions that end',
  outcome_asked: 'mails that ask whether you met',
  introduction_thanked: 'mails about thanks for your introductions',
  my_request_comment: 'mails about comments on your requests',
  joined_request_comment: 'mails about comments on requests you take part in',
  request_status: 'mails about the status of requests',
  still_looking: 'mails that ask whether you are still looking',
  investor_comment: 'mails about comments on investors',
  event_change: 'mails about changes of your events',
  account_safety: 'mails about your account',
  digest: 'the digest',
}
