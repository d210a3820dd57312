import { createRootRoute, createRoute, createRouter, notFound, redirect } from '@tanstack/react-router'
import { Bell } from '../../features/notifications/web/Bell.tsx'
import { SearchButton } from '../../features/search/web/SearchButton.tsx'
import { hasGallery } from '../api/boot.ts'
import { FullPageSpinner } from '../shell/FullPageSpinner.tsx'
import { type Chunk, chunkOf } from './chunk.ts'
import { ErrorScreen, WholeErrorScreen } from './ErrorScreen.tsx'
import { MemberArea } from './MemberArea.tsx'
import { Root } from './Root.tsx'
import { type Audience, type Load, screenOf } from './screen.tsx'
import { parseSearch, stringifySearch } from './search.ts'
import { VisitorArea } from './VisitorArea.tsx'

const { component: notFoundComponent } = screenOf(() => import('../shell/NotFoundPage.tsx'), 'anyone')
const root = createRootRoute({ component: Root, notFoundComponent, errorComponent: WholeErrorScreen })
const members = createRoute({
  getParentRoute: () => root,
  id: 'members-only',
  component: () => <MemberArea search={<SearchButton />} bell={place => <Bell {...place} />} />,
  errorComponent: WholeErrorScreen,
})
const visitors = createRoute({ getParentRoute: () => root, id: 'visitors-only', component: VisitorArea })

function screen(title: string, load: Load, audience: Audience) {
  const { chunk, component } = screenOf(load, audience)
  return { staticData: { title, chunk }, component }
}
const forAll = <const Path extends string>(path: Path, title: string, load: Load) =>
  createRoute({ getParentRoute: () => root, path, ...screen(title, load, 'anyone') })
const forMembers = <const Path extends string>(path: Path, title: string, load: Load) =>
  createRoute({ getParentRoute: () => members, path, ...screen(title, load, 'members') })
const forVisitors = <const Path extends string>(path: Path, title: string, load: Load) =>
  createRoute({
    getParentRoute: () => visitors,
    path,
    ...screen(title, load, 'anyone'),
    errorComponent: WholeErrorScreen,
  })

const introductionRequests = createRoute({
  getParentRoute: () => members,
  path: '/introduction-requests',
  ...screen(
    'Introduction Requests',
    () => import('../../features/introductions/web/IntroductionRequestsPage.tsx'),
    'members',
  ),
})
const toIntroductionRequests = createRoute({
  getParentRoute: () => members,
  path: '/intro-requests',
  staticData: introductionRequests.options.staticData,
  beforeLoad: () => {
    throw redirect({ to: '/introduction-requests', replace: true })
  },
})

const gallery = createRoute({
  getParentRoute: () => root,
  path: '/ui',
  beforeLoad: () => {
    if (!hasGallery) throw notFound()
  },
  ...screen('Components', () => import('../gallery/GalleryPage.tsx'), 'anyone'),
})

// One line per screen: path, title, chunk.
const tree = root.addChildren([
  visitors.addChildren([
    forVisitors('/auth', 'Sign in', () => import('../../features/auth/web/AuthPage.tsx')),
    forVisitors('/direct-login', 'Login', () => import('../../features/auth/web/DirectLoginPage.tsx')),
  ]),
  forAll('/forgot-password', 'Forgot password', () => import('../../features/auth/web/ForgotPasswordPage.tsx')),
  forAll('/reset-password', 'New password', () => import('../../features/auth/web/ResetPasswordPage.tsx')),
  forAll('/confirm-email', 'New email', () => import('../../features/settings/web/ConfirmEmailPage.tsx')),
  forAll('/confirm-address', 'Confirm email', () => import('../../features/auth/web/ConfirmAddressPage.tsx')),
  forAll('/unsubscribe', 'Unsubscribe', () => import('../../features/notifications/web/UnsubscribePage.tsx')),
  forAll('/answer', 'Your answer', () => import('../../features/answers/web/AnswerPage.tsx')),
  forAll('/introduction', 'An introduction', () => import('../../features/offers/web/OutsidePage.tsx')),
  forAll('/test', 'Test', () => import('../../features/test-page/web/TestPage.tsx')),
  members.addChildren([
    forMembers('/', 'Home', () => import('../../features/home/web/HomePage.tsx')),
    forMembers('/forum', 'Community Forum', () => import('../../features/forum/web/ForumPage.tsx')),
    forMembers('/forum/new', 'New Topic', () => import('../../features/forum/web/ForumPage.tsx')),
    forMembers('/forum/$id', 'Community Forum', () => import('../../features/forum/web/ForumPage.tsx')),
    forMembers('/activity', 'Recent Activity', () => import('../../features/activity/web/ActivityPage.tsx')),
    forMembers('/members', 'Members', () => import('../../features/members/web/MembersPage.tsx')),
    forMembers('/members/$id', 'Member', () => import('../../features/members/web/MemberPage.tsx')),
    forMembers('/member/$id', 'Member', () => import('../../features/members/web/MemberPage.tsx')),
    forMembers('/profile', 'My Profile', () => import('../../features/profile/web/ProfilePage.tsx')),
    forMembers('/events', 'Community Events', () => import('../../features/events/web/EventsPage.tsx')),
    forMembers('/investors', 'Investor Database', () => import('../../features/investors/web/InvestorsPage.tsx')),
    forMembers('/resources', 'Resources', () => import('../../features/resources/web/ResourcesPage.tsx')),
    introductionRequests,
    forMembers(
      '/create-introduction-request',
      'Create Introduction Request',
      () => import('../../features/introductions/web/CreateRequestPage.tsx'),
    ),
    forMembers(
      '/notifications',
      'Notifications',
      () => import('../../features/notifications/web/NotificationsPage.tsx'),
    ),
    forMembers('/search', 'Search', () => import('../../features/search/web/SearchPage.tsx')),
    forMembers('/settings', 'Settings', () => import('../../features/settings/web/SettingsPage.tsx')),
    toIntroductionRequests,
  ]),
  gallery,
])

export const router = createRouter({
  routeTree: tree,
  notFoundMode: 'root',
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorScreen,
  defaultPendingComponent: FullPageSpinner,
  parseSearch,
  stringifySearch,
})

/** The title and the chunk of the screen at a path. */
export function screenAt(pathname: string) {
  const { title = 'This page', chunk } = router.getMatchedRoutes(pathname)[2]?.options.staticData ?? {}
  return chunk && { title, chunk }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The document's title. */
    title?: string
    /** The chunk with the screen's component. */
    chunk?: Chunk
  }
  interface HistoryState {
    /** The page a visitor asked for before the redirect to the sign-in page. */
    next?: string
    /** The member whose session ended there: somebody else is not led to that page. */
    member?: string
    /** What was typed as the email on the sign-in page, for the page that asks for a new password. */
    email?: string
    /** Id of the element that gets the focus instead of the heading: after a dialog with its own address, the control that opened it. */
    focus?: string
  }
}

const visits = chunkOf(() => import('../../features/home/web/visits.ts'))
/** Notes the member's visits, after the first screen. */
export const startVisits = () => void visits.fetch()
