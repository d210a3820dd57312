import type { NotificationSettings } from '../../../notifications/contract.ts'

type Kind = keyof NotificationSettings['ways']
/** The kinds that a member chooses a way for. */
export type ChosenKind = Exclude<Kind, 'account_safety'>

export const kindLabels: Record<ChosenKind, string> = {
  mention: 'Somebody mentions you',
  my_topic_reply: 'Replies to your topics',
  followed_topic_reply: 'Replies in topics you follow',
  topic_like: 'Likes of your topics',
  request_target: 'You are the person somebody wants to meet',
  asked_to_introduce: 'Somebody seeks an introduction to an investor you know',
  asked_by_name: 'Somebody asks whether you can introduce them',
  offer_made: 'Somebody offers to make an introduction you asked for',
  offer_accepted: 'An offer of yours is accepted',
  offer_passed: 'Somebody else makes an introduction you offered',
  introduction_wanted: 'Somebody would like to be introduced to you',
  introduction_agreed: 'An introduction of yours is agreed',
  offer_ended: 'An introduction of yours ends',
  outcome_asked: 'Did you meet? A week after an introduction',
  introduction_thanked: 'Thanks for an introduction you made',
  my_request_comment: 'Comments on your introduction requests',
  joined_request_comment: 'Comments on requests you commented on',
  request_status: 'Status changes of requests you take part in',
  still_looking: 'Are you still looking? After 30 days, for your requests',
  investor_comment: 'Comments on investors you added or wrote about',
  event_change: 'Changes others make to your events',
}
export const chosenKinds = Object.keys(kindLabels) as ChosenKind[]
