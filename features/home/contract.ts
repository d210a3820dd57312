import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
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

export const Home = z.object({
  /** True if no member has created a topic or an event yet. */
  is_empty: z.boolean(),
  topics: z.array(HomeTopic),
  activities: z.array(Activity),
  events: z.array(HomeEvent),
})
export type Home = z.infer<typeof Home>

export const getHome = endpoint('GET', '/api/home', {
  summary: 'The dashboard: the latest topics and activities, the next events',
  reply: Home,
})
