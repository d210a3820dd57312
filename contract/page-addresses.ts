/**
 * The URLs of all screens. The server answers 404 (with the same page) for any other. A test compares the browser's router with
 * this list.
 */
export const publicPages = [
  '/auth',
  '/direct-login',
  '/test',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/confirm-address',
  '/unsubscribe',
  '/answer',
  '/introduction',
] as const

export const memberPages = [
  '/',
  '/introduction-requests',
  '/create-introduction-request',
  '/intro-requests',
  '/forum',
  '/forum/new',
  '/forum/:id',
  '/activity',
  '/members',
  '/members/:id',
  '/member/:id',
  '/profile',
  '/events',
  '/investors',
  '/resources',
  '/notifications',
  '/search',
  '/settings',
] as const

export type Page = (typeof publicPages)[number] | (typeof memberPages)[number]

const patterns = [...publicPages, ...memberPages].map(
  page => [page, new RegExp(`^${page.replace(/\/:\w+/g, '/[^/]+')}/?$`)] as const,
)

/** The first match: '/forum/new' is listed before '/forum/:id'. */
export const pageOf = (path: string): Page | undefined => patterns.find(([, pattern]) => pattern.test(path))?.[0]
export const isPage = (path: string) => pageOf(path) !== undefined
