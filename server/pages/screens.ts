import { memberPages, type Page, pageOf } from '../../contract/page-addresses.ts'

/** The source file of each page's chunk, for modulepreload links: the browser need not wait for the entry script to import it. */
export const screens: Record<Page, string> = {
  '/auth': 'features/auth/web/AuthPage.tsx',
  '/direct-login': 'features/auth/web/DirectLoginPage.tsx',
  '/test': 'features/test-page/web/TestPage.tsx',
  '/forgot-password': 'features/auth/web/ForgotPasswordPage.tsx',
  '/reset-password': 'features/auth/web/ResetPasswordPage.tsx',
  '/confirm-email': 'features/settings/web/ConfirmEmailPage.tsx',
  '/confirm-address': 'features/auth/web/ConfirmAddressPage.tsx',
  '/unsubscribe': 'features/notifications/web/UnsubscribePage.tsx',
  '/answer': 'features/answers/web/AnswerPage.tsx',
  '/introduction': 'features/offers/web/OutsidePage.tsx',
  '/': 'features/home/web/HomePage.tsx',
  '/introduction-requests': 'features/introductions/web/IntroductionRequestsPage.tsx',
  '/create-introduction-request': 'features/introductions/web/CreateRequestPage.tsx',
  '/intro-requests': 'features/introductions/web/IntroductionRequestsPage.tsx',
  '/forum': 'features/forum/web/ForumPage.tsx',
  '/forum/new': 'features/forum/web/ForumPage.tsx',
  '/forum/:id': 'features/forum/web/ForumPage.tsx',
  '/activity': 'features/activity/web/ActivityPage.tsx',
  '/members': 'features/members/web/MembersPage.tsx',
  '/members/:id': 'features/members/web/MemberPage.tsx',
  '/member/:id': 'features/members/web/MemberPage.tsx',
  '/profile': 'features/profile/web/ProfilePage.tsx',
  '/events': 'features/events/web/EventsPage.tsx',
  '/investors': 'features/investors/web/InvestorsPage.tsx',
  '/resources': 'features/resources/web/ResourcesPage.tsx',
  '/notifications': 'features/notifications/web/NotificationsPage.tsx',
  '/search': 'features/search/web/SearchPage.tsx',
  '/settings': 'features/settings/web/SettingsPage.tsx',
}

/** What a page always loads when its screen is shown. */
const parts: Partial<Record<Page, string>> = { '/forum/:id': 'features/forum/web/MarkdownBody.tsx' }

/** Vite's manifest: for each source its output file and the sources it imports. */
type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

/** The first screen for this path: the sign-in page if the path needs a session and there is none. */
export function screenAt(path: string, isSignedIn: boolean): string | undefined {
  const page = pageOf(path)
  if (page === undefined) return undefined
  const needsSignIn = !isSignedIn && memberPages.some(memberPage => memberPage === page)
  return screens[needsSignIn ? '/auth' : page]
}

/** The part of the screen at this path for members that is a chunk of its own. */
export function partAt(path: string): string | undefined {
  const page = pageOf(path)
  return page && parts[page]
}

/** The modulepreload links for these chunks and their imports, without those of the entry, which every page has. */
export function linksToChunks(manifest: Manifest): (...sources: (string | undefined)[]) => string {
  const filesOf = (name: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[name]
    if (!chunk || found.has(chunk.file)) return found
    found.add(chunk.file)
    for (const next of chunk.imports ?? []) filesOf(next, found)
    return found
  }
  const entry = Object.keys(manifest).find(name => manifest[name]?.isEntry)
  const entryFiles = filesOf(entry ?? '')
  return (...sources) => {
    const files = new Set(sources.flatMap(source => (source ? [...filesOf(`../${source}`)] : [])))
    return [...files]
      .filter(file => !entryFiles.has(file))
      .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
      .join('')
  }
}
