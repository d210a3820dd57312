import { expect, test } from 'vitest'
import type { Notification } from '../contract.ts'
import { addressOf } from './address.ts'
import { groupsOf } from './groups.ts'
import { kinds } from './kinds.ts'
import { excerptOf, sentenceOf, textOf } from './sentence.ts'

const actor = (id: number, full_name: string) => ({ id, full_name, profile_picture: null })
const [ada, bob, cleo] = [actor(1, 'Ada Lovelace'), actor(2, 'Bob'), actor(3, 'Cleo')]

const notification = (given: Partial<Notification>): Notification => ({
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'my_topic_reply',
  at: '2026-11-16T12:00:00Z',
  is_read: false,
  thread_kind: 'topic',
  thread_id: '12',
  title: 'Payroll',
  subject_kind: 'reply',
  subject_id: 34,
  excerpt: null,
  detail: null,
  user_agent: null,
  actors: [ada],
  actors_count: given.actors?.length ?? 1,
  acts_count: given.actors?.length ?? 1,
  anonymous_count: 0,
  is_anonymous: false,
  ...given,
})
const words = (given: Partial<Notification>) => textOf(sentenceOf(notification(given)))
const anonymous = (times: number) => ({
  actors: [],
  actors_count: 0,
  acts_count: times,
  anonymous_count: times,
  is_anonymous: true,
})
const aboutRequest = { thread_kind: 'request', subject_kind: 'request_comment', title: 'Freight' } as const
const aboutOffer = { ...aboutRequest, subject_kind: 'offer', subject_id: null } as const
const ended = { ...aboutOffer, kind: 'offer_ended' } as const
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const account: Partial<Notification> = {
  kind: 'account_safety',
  thread_kind: 'account',
  title: null,
  actors: [],
  user_agent: FIREFOX,
}

test.each<[string, Partial<Notification>]>([
  ['Ada Lovelace replied to your topic “Payroll”', {}],
  ['Ada Lovelace and Bob replied to your topic “Payroll”', { actors: [ada, bob] }],
  ['Ada Lovelace and 2 others replied to your topic “Payroll”', { actors: [ada, bob, cleo] }],
  ['Ada Lovelace and 11 others replied to your topic “Payroll”', { actors: [ada, bob, cleo], actors_count: 12 }],
  ['Ada Lovelace replied 3 times to your topic “Payroll”', { acts_count: 3 }],
  ['A member replied to your topic “Payroll”', { actors: [actor(4, '')] }],
  ['Ada Lovelace replied to “Payroll”, a topic you follow', { kind: 'followed_topic_reply' }],
  [
    'Ada Lovelace and 3 others liked your topic “Payroll”',
    { kind: 'topic_like', actors: [ada, bob, cleo], actors_count: 4 },
  ],
  ['Ada Lovelace mentioned you in the topic “Payroll”', { kind: 'mention' }],
  ['Ada Lovelace mentioned you in the introduction request “Freight”', { ...aboutRequest, kind: 'mention' }],
  ['Ada Lovelace named you as target of “Freight”', { ...aboutRequest, kind: 'request_target' }],
  [
    'Ada Lovelace asks for an introduction to Ines Vela, Prairie Seed, whom you know',
    { ...aboutRequest, kind: 'asked_to_introduce', subject_kind: 'ask', detail: 'Ines Vela, Prairie Seed' },
  ],
  [
    'Did you meet Cleo? A week has passed since the introduction for “Freight”',
    { ...aboutRequest, kind: 'outcome_asked', subject_kind: 'outcome', actors: [], detail: 'Cleo' },
  ],
  [
    'Did you meet the person you asked for? A week has passed since the introduction for “Freight”',
    { ...aboutRequest, kind: 'outcome_asked', subject_kind: 'outcome', actors: [] },
  ],
  [
    'Ada Lovelace thanked you for the introduction for “Freight”',
    { ...aboutRequest, kind: 'introduction_thanked', subject_kind: 'thanks' },
  ],
  ['Ada Lovelace offered to make the introduction for “Freight”', { ...aboutOffer, kind: 'offer_made' }],
  [
    'Ada Lovelace and Bob offered to make the introduction for “Freight”',
    { ...aboutOffer, kind: 'offer_made', actors: [ada, bob] },
  ],
  [
    'Ada Lovelace accepted your offer to make the introduction for “Freight”',
    { ...aboutOffer, kind: 'offer_accepted' },
  ],
  [
    'Somebody else is making the introduction for “Freight”. Thank you for offering',
    { ...aboutOffer, kind: 'offer_passed', actors: [] },
  ],
  [
    'Ada Lovelace would like to be introduced to you by Bob: “Freight”',
    { ...aboutOffer, kind: 'introduction_wanted', detail: 'Bob' },
  ],
  ['Ada Lovelace would like to be introduced to you: “Freight”', { ...aboutOffer, kind: 'introduction_wanted' }],
  [
    'Ada Lovelace said yes to the introduction for “Freight”',
    { ...aboutOffer, kind: 'introduction_agreed', detail: 'agreed' },
  ],
  [
    'Ada Lovelace reported a yes to the introduction for “Freight”',
    { ...aboutOffer, kind: 'introduction_agreed', detail: 'reported' },
  ],
  [
    'Ada Lovelace deleted a request for which you were to make the introduction',
    { ...ended, subject_kind: 'deleted_request', title: '', detail: 'deleted' },
  ],
  [
    'The answer is yes: the introduction for “Freight” is agreed',
    { ...aboutOffer, kind: 'introduction_agreed', detail: 'answered', actors: [] },
  ],
  [
    'Ada Lovelace withdrew the offer to make the introduction for “Freight”',
    { ...ended, detail: 'withdrawn', actors: [ada, bob] },
  ],
  ['Ada Lovelace is not using the introduction that you offered for “Freight”', { ...ended, detail: 'requester' }],
  [
    'Ada Lovelace changed the status of “Freight”, so the introduction that you offered has ended',
    { ...ended, detail: 'status' },
  ],
  ['“Freight” is not for the same person any more, so its introduction has ended', { ...ended, detail: 'target' }],
  ['It did not work out this time: “Freight”', { ...ended, detail: 'reported_no' }],
  ['No answer came within 21 days to the introduction for “Freight”', { ...ended, detail: 'no_answer', actors: [] }],
  [
    'The introduction for “Freight” has ended: the member who offered it is no longer here',
    { ...ended, detail: null, actors: [] },
  ],
  [
    'The introduction for “Freight” has ended: the person to meet is no longer here',
    { ...ended, detail: 'target_left', actors: [] },
  ],
  [
    'The introduction for “Freight” has ended: the member who asked for it is no longer here',
    { ...ended, detail: 'requester_left', actors: [] },
  ],
  [
    'Ada Lovelace asks whether you can introduce them to Tom Nakamura',
    { ...aboutRequest, kind: 'asked_by_name', subject_kind: 'ask_by_name', detail: 'Tom Nakamura' },
  ],
  [
    'Ada Lovelace asks whether you can introduce them to somebody: “Freight”',
    { ...aboutRequest, kind: 'asked_by_name', subject_kind: 'ask_by_name' },
  ],
  ['Ada Lovelace commented on your introduction request “Freight”', { ...aboutRequest, kind: 'my_request_comment' }],
  [
    'Ada Lovelace commented on “Freight”, an introduction request you take part in',
    { ...aboutRequest, kind: 'joined_request_comment' },
  ],
  [
    'Ada Lovelace changed the status of “Freight” to In Progress',
    { ...aboutRequest, kind: 'request_status', detail: 'in_progress' },
  ],
  ['Ada Lovelace commented on the investor “Ines Vela”', { kind: 'investor_comment', title: 'Ines Vela' }],
  ['Ada Lovelace changed your event “Demo day”', { kind: 'event_change', title: 'Demo day', detail: 'updated' }],
  ['Ada Lovelace deleted your event “Demo day”', { kind: 'event_change', title: 'Demo day', detail: 'deleted' }],
  [
    'Somebody signed in to your account on a new device (Firefox on Linux)',
    { ...account, detail: 'signed in on a new device' },
  ],
  ['Your password was changed (Firefox on Linux)', { ...account, detail: 'password changed' }],
  ['Your account was changed', { ...account, user_agent: null }],
])('%s', (sentence, given) => {
  expect(words(given)).toBe(sentence)
})

test.each<[string, Partial<Notification>]>([
  ['Somebody replied anonymously to your topic “Payroll”', anonymous(1)],
  ['Your topic “Payroll” got 3 anonymous replies', anonymous(3)],
  ['Somebody replied anonymously to “Payroll”, a topic you follow', { ...anonymous(1), kind: 'followed_topic_reply' }],
  ['“Payroll”, a topic you follow, got 2 anonymous replies', { ...anonymous(2), kind: 'followed_topic_reply' }],
  ['Somebody liked your topic “Payroll”', { ...anonymous(1), kind: 'topic_like' }],
  // The excerpt is of the latest act, so it must not read as if Ada had written it.
  [
    'Somebody anonymous and Ada Lovelace replied to your topic “Payroll”',
    { acts_count: 2, anonymous_count: 1, is_anonymous: true },
  ],
  [
    'Ada Lovelace and somebody anonymous replied to your topic “Payroll”',
    { acts_count: 3, anonymous_count: 2, is_anonymous: false },
  ],
])('anonymous: %s', (sentence, given) => {
  expect(words(given)).toBe(sentence)
})

test('every kind has a sentence, and names and titles are marked', () => {
  for (const kind of kinds) expect(words({ kind })).toMatch(/^[A-Z“].+[^.]$/)
  const marked = sentenceOf(notification({})).filter(part => part.is)
  expect(marked).toEqual([
    { text: 'Ada Lovelace', is: 'name' },
    { text: 'Payroll', is: 'title' },
  ])
})

test('an excerpt has no Markdown and no line breaks', () => {
  expect(excerptOf(notification({ excerpt: '**We** use\n[Gusto](https://gusto.com).' }))).toBe('We use Gusto.')
  expect(excerptOf(notification({ ...aboutRequest, excerpt: 'I know\n*her*' }))).toBe('I know *her*')
  expect(excerptOf(notification({}))).toBe('')
})

test.each<[string, Partial<Notification>]>([
  ['/forum/12?reply=34', {}],
  ['/forum/12', { kind: 'mention', subject_kind: 'topic', subject_id: null }],
  ['/introduction-requests?request=12&comment=34', aboutRequest],
  ['/introduction-requests?request=12', { ...aboutRequest, subject_kind: 'status', subject_id: null }],
  ['/introduction-requests?request=12', aboutOffer],
  ['/investors?investor=12&comment=34', { thread_kind: 'investor', subject_kind: 'investor_comment' }],
  ['/events?event=12', { thread_kind: 'event', subject_kind: 'event_change', subject_id: null, detail: 'updated' }],
  ['/events', { thread_kind: 'event', subject_kind: 'event_change', subject_id: null, detail: 'deleted' }],
  ['/settings', { ...account, thread_id: null }],
])('leads to %s', (path, given) => {
  expect(addressOf(notification(given))).toBe(path)
})

test('notifications are grouped by the days of the reader', () => {
  const now = new Date(2026, 10, 16, 9, 30)
  const at = (day: number, hour: number) => ({ at: new Date(2026, 10, day, hour).toISOString() })
  const list = [at(16, 9), at(16, 0), at(15, 23), at(10, 0), at(9, 23)]
  expect(groupsOf(list, now)).toEqual([
    { label: 'Today', items: [list[0], list[1]] },
    { label: 'This week', items: [list[2], list[3]] },
    { label: 'Earlier', items: [list[4]] },
  ])
  expect(groupsOf([], now)).toEqual([])
})
