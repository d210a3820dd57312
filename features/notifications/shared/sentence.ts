import { deviceOf } from '../../../contract/device.ts'
import { plainText } from '../../../contract/plain-text.ts'
import { statusLabels } from '../../introductions/contract.ts'
import type { Notification } from '../contract.ts'

/** A piece of a sentence. Names of members and titles are marked, so that a screen or a mail can emphasise them. */
type Part = { text: string; is?: 'name' | 'title' }

/**
 * A notification as a sentence without a full stop, such as 'Ada Lovelace and 3 others liked your topic “Payroll”', in plain text
 * parts. The bell and the mails use the same sentences.
 */
export const sentenceOf = (notification: Notification): Part[] => sentences[notification.kind](notification)

export const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('')

/** The beginning of the text that was written, without Markdown. */
export function excerptOf({ excerpt, subject_kind }: Notification): string {
  if (excerpt === null) return ''
  return subject_kind === 'reply' || subject_kind === 'topic' ? plainText(excerpt) : excerpt.replace(/\s+/g, ' ').trim()
}

const sentences: Record<Notification['kind'], (notification: Notification) => Part[]> = {
  mention: n => sentence`${who(n)} mentioned you ${mentionPlaces[n.thread_kind]} ${quoted(n)}`,
  my_topic_reply(n) {
    const topic = sentence`your topic ${quoted(n)}`
    if (!isUnnamed(n)) return sentence`${who(n)} replied ${repeatedly(n)}to ${topic}`
    return n.acts_count > 1
      ? sentence`Your topic ${quoted(n)} got ${n.acts_count} anonymous replies`
      : sentence`Somebody replied anonymously to ${topic}`
  },
  followed_topic_reply(n) {
    const topic = sentence`${quoted(n)}, a topic you follow`
    if (!isUnnamed(n)) return sentence`${who(n)} replied ${repeatedly(n)}to ${topic}`
    return n.acts_count > 1
      ? sentence`${topic}, got ${n.acts_count} anonymous replies`
      : sentence`Somebody replied anonymously to ${topic}`
  },
  topic_like: n => sentence`${who(n)} liked your topic ${quoted(n)}`,
  request_target: n => sentence`${who(n)} named you as target of ${quoted(n)}`,
  asked_to_introduce: n => sentence`${who(n)} asks for an introduction to ${investorIn(n)}, whom you know`,
  offer_made: n => sentence`${who(n)} offered to make the introduction for ${quoted(n)}`,
  offer_accepted: n => sentence`${who(n)} accepted your offer to make the introduction for ${quoted(n)}`,
  offer_passed: n => sentence`Somebody else is making the introduction for ${quoted(n)}. Thank you for offering`,
  introduction_wanted: n => sentence`${who(n)} would like to be introduced to you${introducerIn(n)}: ${quoted(n)}`,
  introduction_agreed(n) {
    if (n.detail === 'reported') return sentence`${who(n)} reported a yes to the introduction for ${quoted(n)}`
    // A target outside, who has no account to name.
    if (n.detail === 'answered') return sentence`The answer is yes: the introduction for ${quoted(n)} is agreed`
    return sentence`${who(n)} said yes to the introduction for ${quoted(n)}`
  },
  offer_ended: n =>
    endings[n.detail ?? 'introducer_left']?.(n) ?? sentence`The introduction for ${quoted(n)} has ended`,
  outcome_asked: n => sentence`Did you meet ${personIn(n)}? A week has passed since the introduction for ${quoted(n)}`,
  introduction_thanked: n => sentence`${who(n)} thanked you for the introduction for ${quoted(n)}`,
  asked_by_name: n => sentence`${who(n)} asks whether you can introduce them to ${targetIn(n)}`,
  my_request_comment: n => sentence`${who(n)} commented on your introduction request ${quoted(n)}`,
  joined_request_comment: n => sentence`${who(n)} commented on ${quoted(n)}, an introduction request you take part in`,
  request_status: n => sentence`${who(n)} changed the status of ${quoted(n)}${statusIn(n)}`,
  still_looking: n => sentence`Are you still looking? ${quoted(n)} has waited for 30 days`,
  investor_comment: n => sentence`${who(n)} commented on the investor ${quoted(n)}`,
  event_change: n => sentence`${who(n)} ${n.detail === 'deleted' ? 'deleted' : 'changed'} your event ${quoted(n)}`,
  account_safety: n => sentence`${accountChanges[n.detail ?? ''] ?? 'Your account was changed'}${deviceIn(n)}`,
}

const mentionPlaces: Record<Notification['thread_kind'], string> = {
  topic: 'in the topic',
  request: 'in the introduction request',
  investor: 'in a comment on the investor',
  event: 'in the event',
  account: 'in',
}

/** By the word with which an offer ended (features/offers/shared/labels.ts). Only the latest act is told. */
const endings: Record<string, (notification: Notification) => Part[]> = {
  withdrawn: n => sentence`${latest(n)} withdrew the offer to make the introduction for ${quoted(n)}`,
  requester: n => sentence`${latest(n)} is not using the introduction that you offered for ${quoted(n)}`,
  status: n =>
    sentence`${latest(n)} changed the status of ${quoted(n)}, so the introduction that you offered has ended`,
  target: n => sentence`${quoted(n)} is not for the same person any more, so its introduction has ended`,
  reported_no: n => sentence`It did not work out this time: ${quoted(n)}`,
  no_answer: n => sentence`No answer came within 21 days to the introduction for ${quoted(n)}`,
  deleted: n => sentence`${latest(n)} deleted a request for which you were to make the introduction`,
  introducer_left: n =>
    sentence`The introduction for ${quoted(n)} has ended: the member who offered it is no longer here`,
  target_left: n => sentence`The introduction for ${quoted(n)} has ended: the person to meet is no longer here`,
  requester_left: n =>
    sentence`The introduction for ${quoted(n)} has ended: the member who asked for it is no longer here`,
  left: n => sentence`The introduction for ${quoted(n)} has ended: a member is no longer here`,
}

/** By entry of the audit log (is_about_safety in rules.sql). */
const accountChanges: Record<string, string> = {
  'signed in on a new device': 'Somebody signed in to your account on a new device',
  'password changed': 'Your password was changed',
  'password reset': 'Your password was reset',
  'email changed': 'The email address of your account was changed',
  'factor added': 'A second factor was added to your account',
  'factor removed': 'A second factor was removed from your account',
  'recovery code used': 'A recovery code was used to sign in to your account',
  'recovery codes renewed': 'New recovery codes were made for your account',
  'second factor removed by the operator': 'The operator removed the second factor of your account',
}

const deviceIn = ({ user_agent }: Notification) => (user_agent ? ` (${deviceOf(user_agent)})` : '')
const investorIn = ({ detail }: Notification): Part => ({ text: detail || 'an investor', is: 'title' })
const introducerIn = ({ detail }: Notification): Part[] => (detail ? sentence` by ${{ text: detail, is: 'name' }}` : [])
const personIn = ({ detail }: Notification): Part =>
  detail ? { text: detail, is: 'name' } : { text: 'the person you asked for' }
/** Without a target, what the request is called. */
const targetIn = (n: Notification): Part | Part[] =>
  n.detail ? { text: n.detail, is: 'title' } : sentence`somebody: ${quoted(n)}`
const statusIn = ({ detail }: Notification) =>
  detail !== null && detail in statusLabels ? ` to ${statusLabels[detail as keyof typeof statusLabels]}` : ''

const quoted = ({ title }: Notification): Part[] => [
  { text: '“' },
  { text: title || 'Untitled', is: 'title' },
  { text: '”' },
]

const latest = ({ actors: [actor] }: Notification): Part =>
  actor ? { text: actor.full_name || 'A member', is: 'name' } : { text: 'Somebody' }

/** Nobody is named: every act is anonymous. */
const isUnnamed = ({ actors_count, anonymous_count }: Notification) => actors_count === 0 && anonymous_count > 0

/** One member replied several times. */
const repeatedly = ({ actors_count, anonymous_count, acts_count }: Notification) =>
  actors_count === 1 && anonymous_count === 0 && acts_count > 1 ? `${acts_count} times ` : ''

/**
 * 'Ada', 'Ada and Bob', 'Ada and 3 others', the latest first. All anonymous acts count as one more person: how many members wrote
 * them must stay unknown.
 */
function who(notification: Notification): Part[] {
  const { actors, actors_count, anonymous_count, is_anonymous } = notification
  if (isUnnamed(notification)) return [{ text: 'Somebody' }]
  const names: Part[] = actors.map(({ full_name }) => ({ text: full_name || 'A member', is: 'name' }))
  if (anonymous_count > 0 && is_anonymous) names.unshift({ text: 'Somebody anonymous' })
  else if (anonymous_count > 0) names.push({ text: 'somebody anonymous' })
  const [first = { text: 'Somebody' }, second] = names
  const others = actors_count + (anonymous_count > 0 ? 1 : 0) - 1
  if (others < 1) return [first]
  return others === 1 && second ? sentence`${first} and ${second}` : sentence`${first} and ${others} others`
}

type Piece = Part | Part[] | string | number
/** Template tag: the literal text and the inserted pieces as one list of parts. */
function sentence(texts: TemplateStringsArray, ...pieces: Piece[]): Part[] {
  const partsOf = (piece: Piece): Part[] =>
    typeof piece === 'object' ? [piece].flat() : piece === '' ? [] : [{ text: String(piece) }]
  return texts.flatMap((text, n) => [...partsOf(text), ...partsOf(pieces[n] ?? '')])
}
