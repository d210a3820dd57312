/** What a member is told of, in the order of the settings. The triggers of the slices use the same names (notify_member). */
export const kinds = [
  'mention',
  'my_topic_reply',
  'followed_topic_reply',
  'topic_like',
  'request_target',
  'asked_to_introduce',
  'asked_by_name',
  'offer_made',
  'offer_accepted',
  'offer_passed',
  'introduction_wanted',
  'introduction_agreed',
  'offer_ended',
  'outcome_asked',
  'introduction_thanked',
  'my_request_comment',
  'joined_request_comment',
  'request_status',
  'still_looking',
  'investor_comment',
  'event_change',
  'account_safety',
] as const
export type Kind = (typeof kinds)[number]

/** A member cannot choose to miss these, and gets a mail about each (server/session/account-mail.ts). */
export const ALWAYS_MAILED: Kind = 'account_safety'
