import activity from '../features/activity/activity.server.ts'
import auth from '../features/auth/auth.server.ts'
import events, { preloads as eventPages } from '../features/events/events.server.ts'
import forum from '../features/forum/forum.server.ts'
import home from '../features/home/home.server.ts'
import introductions, { preloads as introductionPages } from '../features/introductions/introductions.server.ts'
import investors from '../features/investors/investors.server.ts'
import members from '../features/members/members.server.ts'
import { getProfile } from '../features/profile/contract.ts'
import profile from '../features/profile/profile.server.ts'
import settings from '../features/settings/settings.server.ts'
import { call, everyPage, type Preload } from './boot.ts'
import type { Handler } from './endpoint.ts'

/** The slices. A new one adds its line here and its screens in web/app.tsx. */
const slices: { handlers: Handler[]; preloads?: Preload[] }[] = [
  { handlers: auth },
  { handlers: home },
  { handlers: forum },
  { handlers: activity },
  { handlers: members },
  { handlers: profile, preloads: [everyPage(() => [call(getProfile, {})])] },
  { handlers: events, preloads: eventPages },
  { handlers: investors },
  { handlers: introductions, preloads: introductionPages },
  { handlers: settings },
]

export const handlers: Handler[] = slices.flatMap(slice => slice.handlers)

/** What a page carries along, so that its first paint needs no further request. */
export const preloads: Preload[] = slices.flatMap(slice => slice.preloads ?? [])
