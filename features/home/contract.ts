import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { When } from '../../contract/when.ts'
import { Activity } from '../activity/contract.ts'
import { Topic } from '../forum/contract.ts'

/** Number of items that the dashboard shows. */
export const HOME_TOPICS = 4
export const HOME_ACTIVITIES = 4
export const HOME_EVENTS = 2

const HomeTopic = Topic.pick({
  id: true,
  title: true,
  tags: true,
  author: true,
  is_anonymous: true,
  is_mine: true,
  likes_count: true,
  comments_count: true,
  created_at: true,
})
export type HomeTopic = z.infer<typeof HomeTopic>

const HomeEvent = z.object({
  id: z.int(),
  title: z.string(),
  event_date: z.iso.date(),
  /** Wall-clock time in the community's zone: '18:00'. */
  start_time: z.string(),
  location: z.string(),
  is_online: z.boolean(),
})
export type HomeEvent = z.infer<typeof HomeEvent>

/** What a new member saw: the three questions ('asked'), and then the members to meet, until they skipped or closed them ('done'). */
const Welcome = z.enum(['asked', 'done'])
export type Welcome = z.infer<typeof Welcome>

export const Home = z.object({
  /** True if no member has created a topic or an event yet. */
  is_empty: z.boolean(),
  topics: z.array(HomeTopic),
  activities: z.array(Activity),
  events: z.array(HomeEvent),
  /** I was told that my profile is complete. */
  saw_complete: z.boolean(),
  welcome: Welcome.nullable(),
})
export type Home = z.infer<typeof Home>

/** The count of each part stops here. */
export const MAX_NEW = 100

export const SinceLastVisit = z.object({
  /** The end of my last visit. Null on the first one: then nothing is new. */
  since: When.nullable(),
  /** Each without what I did myself. */
  topics: z.int(),
  /** In topics that I follow. */
  replies: z.int(),
  events: z.int(),
  members: z.int(),
  investors: z.int(),
  requests: z.int(),
  resources: z.int(),
})
export type SinceLastVisit = z.infer<typeof SinceLastVisit>

export const getSinceLastVisit = endpoint('GET', '/api/visits', {
  summary: 'What others did since my last visit',
  reply: SinceLastVisit,
})

export const noteVisit = endpoint('POST', '/api/visits', {
  summary: 'Note that I am here. A visit ends after 30 minutes without this call',
  unconfirmed: 'allowed',
})

export const noteComplete = endpoint('POST', '/api/visits/complete', {
  summary: 'Note that I was told that my profile is complete, so that Home says it once',
  unconfirmed: 'allowed',
})

/** What waits for a member, each with the place where it is done: the request. */
const waitingKinds = ['offer', 'question', 'report', 'met', 'still_looking', 'asked'] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** So many requests that I could help with are shown. */
export const MAX_COULD_HELP = 3

const Waiting = z.object({
  kind: z.enum(waitingKinds),
  request_id: z.int(),
  request_title: z.string(),
  /** Who offers, asks, or was introduced to me; empty: a member without a name. Null: nobody, or a person without a name. */
  person: z.string().nullable(),
  /** Who introduces us, or whom I am asked to ask. */
  other: z.string().nullable(),
  /** How many more members offer to make the same introduction. */
  more: z.int(),
  at: When,
})
export type Waiting = z.infer<typeof Waiting>

const CouldHelp = z.object({
  id: z.int(),
  request_title: z.string(),
  user_name: z.string(),
  target_person: z.string().nullable(),
  /** What the requester looks for and I can help with. */
  areas: z.array(z.string()),
  /** It is for an investor whom I added or commented on in public. */
  knows_target: z.boolean(),
})
export type CouldHelp = z.infer<typeof CouldHelp>

export const getForMe = endpoint('GET', '/api/home/for-me', {
  offline: true,
  summary: 'What waits for me, the newest first, and the newest requests that I could help with',
  reply: z.object({ waiting: z.array(Waiting), could_help: z.array(CouldHelp) }),
})

export const noteWelcome = endpoint('POST', '/api/visits/welcome', {
  summary: 'Note that I was asked the first questions, or that I am done with them and with the members to meet',
  unconfirmed: 'allowed',
  body: z.object({ welcome: Welcome }),
})

export const getHome = endpoint('GET', '/api/home', {
  offline: true,
  summary: 'The dashboard: the latest topics and activities, the next events',
  reply: Home,
})
