import type { Tx } from '../../database/connection/database.ts'
import type { Notification } from '../../features/notifications/contract.ts'

/** One of the answers to a question. */
type PossibleAnswer = {
  answer: string
  /** The button of the page. */
  label: string
  /** The button of the mail, if it says less than that of the page. */
  button?: string
}

export type AskedQuestion = {
  heading: string
  sentences: string[]
  /** What somebody wrote to the member about it, in full: of the mail too. */
  words?: string
  answers: PossibleAnswer[]
  /** Below the buttons, of the mail too. */
  note?: string
  /** Where the question is in the app. */
  path: string
  /** A link of the page to it, for what only the app offers. */
  appLink?: string
}

/**
 * A question in the mails of one kind of notification, which a signed link answers without a session (features/answers). `subject` is that
 * of the notification: notification_acts.subject_id. The functions run with the rights of the member who got the mail.
 */
export type MailQuestion = {
  kind: Notification['kind']
  /** How long the link can be used. */
  days: number
  /** Null if the question is not open any more, or is not to this member. Must not show more than the mail and what an answer shares. */
  ask(tx: Tx, subject: string): Promise<AskedQuestion | null>
  /** Gives one of the answers, in a transaction in which `ask` has found the question open. Returns what the member reads afterwards. */
  answer(tx: Tx, subject: string, answer: string): Promise<string>
  /** Why the question is not open any more, for whoever opens the link until it expires. Must not show more than the member may know. */
  ended?(tx: Tx, subject: string): Promise<string>
}

/** The purpose of the links (signed_links) of a question. */
export const purposeOf = ({ kind }: Pick<MailQuestion, 'kind'>) => `answer:${kind}` as const
