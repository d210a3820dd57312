import activity, { preloads as activityPages } from '../features/activity/activity.server.ts'
import answers from '../features/answers/answers.server.ts'
import auth, { preparations as authPreparations } from '../features/auth/auth.server.ts'
import contributions from '../features/contributions/contributions.server.ts'
import events, { preloads as eventPages } from '../features/events/events.server.ts'
import forum, { jobs as forumJobs, preloads as forumPages } from '../features/forum/forum.server.ts'
import home, { preloads as homePages } from '../features/home/home.server.ts'
import introductions, {
  jobs as introductionJobs,
  preloads as introductionPages,
  questions as introductionQuestions,
} from '../features/introductions/introductions.server.ts'
import investors, { jobs as investorJobs, preloads as investorPages } from '../features/investors/investors.server.ts'
import matches, { jobs as matchJobs } from '../features/matches/matches.server.ts'
import members, { preloads as memberPages } from '../features/members/members.server.ts'
import notifications, {
  jobs as notificationJobs,
  preloads as notificationPages,
} from '../features/notifications/notifications.server.ts'
import offers, { jobs as offerJobs, questions as offerQuestions } from '../features/offers/offers.server.ts'
import outcomes, { jobs as outcomeJobs, questions as outcomeQuestions } from '../features/outcomes/outcomes.server.ts'
import { getProfile } from '../features/profile/contract.ts'
import profile, { jobs as profileJobs } from '../features/profile/profile.server.ts'
import { pictures } from '../features/profile/stored-files.ts'
import push, { jobs as pushJobs, preparations as pushPreparations } from '../features/push/push.server.ts'
import resources, { preloads as resourcePages } from '../features/resources/resources.server.ts'
import { uploads } from '../features/resources/stored-files.ts'
import search, { preloads as searchPages } from '../features/search/search.server.ts'
import settings from '../features/settings/settings.server.ts'
import suggestions, {
  jobs as suggestionJobs,
  preloads as suggestionPages,
} from '../features/suggestions/suggestions.server.ts'
import ties, { jobs as tieJobs, preloads as tiePages } from '../features/ties/ties.server.ts'
import type { StoredFiles } from './files/stored-files.ts'
import type { Job } from './jobs/job.ts'
import type { MailQuestion } from './mail/question.ts'
import { call, everyPage, type Preload } from './pages/boot.ts'
import type { Handler } from './request/endpoint.ts'
import type { Services } from './services.ts'

/** What mails about notifications ask, and a link in them answers (features/answers). */
export const questions: MailQuestion[] = [...introductionQuestions, ...offerQuestions, ...outcomeQuestions]

/** The slices. A new one adds its line here and its screens in web/app/app.tsx. */
const slices: { handlers: Handler[]; preloads?: Preload[] }[] = [
  { handlers: auth },
  { handlers: home, preloads: homePages },
  { handlers: forum, preloads: forumPages },
  { handlers: activity, preloads: activityPages },
  { handlers: members, preloads: memberPages },
  { handlers: contributions },
  { handlers: profile, preloads: [everyPage(() => [call(getProfile, {})])] },
  { handlers: events, preloads: eventPages },
  { handlers: investors, preloads: investorPages },
  { handlers: introductions, preloads: introductionPages },
  { handlers: resources, preloads: resourcePages },
  { handlers: notifications, preloads: notificationPages },
  { handlers: push },
  { handlers: search, preloads: searchPages },
  { handlers: settings },
  { handlers: ties, preloads: tiePages },
  { handlers: offers },
  { handlers: outcomes },
  { handlers: answers(questions) },
  { handlers: suggestions, preloads: suggestionPages },
  { handlers: matches },
]

export const handlers: Handler[] = slices.flatMap(slice => slice.handlers)

/** The calls whose answers are embedded in a page, so that its first paint needs no further request. */
export const preloads: Preload[] = slices.flatMap(slice => slice.preloads ?? [])

/** Run before the server accepts requests. */
export const preparations: ((services: Services) => Promise<void>)[] = [...authPreparations, ...pushPreparations]

/** Run in every process that runs jobs. */
export const jobs: Job[] = [
  ...forumJobs,
  ...notificationJobs(questions),
  ...investorJobs,
  ...introductionJobs,
  ...suggestionJobs,
  ...profileJobs,
  ...tieJobs,
  ...offerJobs,
  ...outcomeJobs,
  ...matchJobs,
  ...pushJobs,
]

/** What a backup copies from the file store. */
export const storedFiles: StoredFiles[] = [pictures, uploads]
