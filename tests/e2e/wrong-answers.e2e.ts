import { expect, mainFor, type Person, test } from './fixtures.ts'
import { answersOf, fillCommunity, insteadOfList, insteadOfObject } from './wrong-answers.ts'

type Ids = Awaited<ReturnType<typeof fillCommunity>> & { member: number; other: number }
/** The message; or that the screen works without the reply, or that another screen of the table covers it. */
type Words = string | 'does without' | 'elsewhere'
type Screen = {
  path: string
  /** A text of the working screen. */
  shows: string
  /** Every GET of the screen, and its message if the answer is invalid. */
  reads: Record<string, Words>
  button?: string
}

const screens: Record<string, (ids: Ids) => Screen> = {
  dashboard: () => ({
    path: '/',
    shows: 'Dock leases',
    reads: {
      '/api/home': 'The dashboard could not be loaded',
      '/api/home/for-me': 'does without',
      '/api/people-for-me': 'does without',
      '/api/profile': 'does without',
      '/api/notifications/unread': 'does without',
      '/api/visits': 'does without',
    },
  }),
  forum: () => ({
    path: '/forum',
    shows: 'Dock leases',
    reads: { '/api/posts': 'The topics could not be loaded' },
  }),
  topic: ({ topic }) => ({
    path: `/forum/${topic}`,
    shows: 'Ask the port.',
    reads: {
      [`/api/posts/${topic}`]: 'The topic could not be loaded',
      [`/api/posts/${topic}/comments`]: 'Error loading replies',
      [`/api/posts/${topic}/follow`]: 'does without',
    },
  }),
  activity: () => ({
    path: '/activity',
    shows: 'Dock leases',
    reads: { '/api/activity': 'The activity could not be loaded' },
  }),
  search: () => ({
    path: '/search?q=dock',
    shows: 'Who has one?',
    reads: { '/api/search': 'The results could not be loaded' },
  }),
  members: () => ({
    path: '/members',
    shows: 'Connect with other founders in the community',
    reads: { '/api/members': 'Failed to load members', '/api/members/counts': 'does without' },
    button: 'Try again',
  }),
  'member over the directory': ({ member }) => ({
    path: `/members?member=${member}`,
    shows: 'Ada Osei',
    reads: {
      '/api/members': 'elsewhere',
      '/api/members/counts': 'elsewhere',
      [`/api/members/${member}`]: 'Error Loading Profile',
    },
  }),
  member: ({ other }) => ({
    path: `/members/${other}`,
    shows: 'Bob Kowalski',
    reads: {
      [`/api/members/${other}`]: 'Error Loading Profile',
      [`/api/members/${other}/mute`]: 'does without',
      [`/api/members/${other}/reasons`]: 'does without',
      [`/api/members/${other}/introductions`]: 'does without',
      [`/api/members/${other}/contributions/counts`]: 'does without',
    },
  }),
  'my own page': ({ member }) => ({
    path: `/members/${member}`,
    shows: 'Ada Osei',
    reads: {
      [`/api/members/${member}`]: 'elsewhere',
      [`/api/members/${member}/introductions`]: 'elsewhere',
      [`/api/members/${member}/contributions/counts`]: 'elsewhere',
      [`/api/members/${member}/contributions`]: 'The contributions could not be loaded.',
      '/api/open-introduction-requests': 'does without',
      '/api/asked-introductions': 'does without',
    },
  }),
  'my profile': () => ({
    path: '/profile',
    shows: 'Ada Osei',
    reads: {
      '/api/profile': 'Error loading profile',
      '/api/my-introductions': 'Your introductions could not be loaded',
    },
  }),
  events: () => ({
    path: '/events',
    shows: 'Harbor breakfast',
    reads: { '/api/direct-events': 'Failed to load events. Please try again later.' },
    button: 'Try again',
  }),
  event: ({ event }) => ({
    path: `/events?tab=past&event=${event}`,
    shows: 'Coffee.',
    reads: { '/api/direct-events': 'elsewhere', [`/api/direct-events/${event}`]: 'The event could not be loaded' },
  }),
  investors: () => ({
    path: '/investors?q=amos',
    shows: 'Lake Capital',
    reads: { '/api/investors': 'Investors could not be loaded', '/api/investors/counts': 'does without' },
  }),
  investor: ({ investor }) => ({
    path: `/investors?investor=${investor}`,
    shows: 'Straight answers.',
    reads: {
      [`/api/investors/${investor}`]: 'This investor could not be loaded',
      [`/api/investors/${investor}/comments`]: 'Comments could not be loaded',
      [`/api/investors/${investor}/neighbours`]: 'does without',
      '/api/open-introduction-requests': 'does without',
      [`/api/investors/${investor}/ties`]: 'Who knows them could not be loaded',
    },
  }),
  resources: () => ({
    path: '/resources',
    shows: 'Helpful templates, guides, and resources for founders',
    reads: { '/api/resources': 'Failed to load resources', '/api/resources/kinds': 'does without' },
  }),
  'introduction requests': () => ({
    path: '/introduction-requests',
    shows: 'Meet a dispatcher',
    reads: { '/api/direct-introduction-requests': 'Error Loading Introduction Requests' },
  }),
  'introduction request': ({ request, investor }) => ({
    path: `/introduction-requests?status=completed&request=${request}`,
    shows: 'I know one.',
    reads: {
      '/api/direct-introduction-requests': 'elsewhere',
      [`/api/introduction-requests/${request}`]: 'This request could not be loaded',
      [`/api/introduction-comments/${request}`]: 'Invalid JSON response',
      [`/api/introduction-requests/${request}/history`]: 'Invalid JSON response',
      [`/api/investors/${investor}/ties`]: 'Who knows them could not be loaded',
      [`/api/introduction-requests/${request}/ask`]: 'does without',
      [`/api/introduction-requests/${request}/blurb`]: 'The blurb could not be loaded',
      [`/api/introduction-requests/${request}/offers`]: 'The offers could not be loaded',
      [`/api/introduction-requests/${request}/asked-members`]: 'does without',
      [`/api/introduction-requests/${request}/outcome`]: 'does without',
    },
  }),
  'new introduction request': ({ member }) => ({
    path: `/create-introduction-request?member=${member}`,
    shows: 'Create Introduction Request',
    reads: {
      [`/api/members/${member}`]: 'does without',
      '/api/open-introduction-requests': 'does without',
      '/api/introduction-suggestions': 'Members who could make it could not be loaded',
    },
  }),
  'new introduction request for an investor': ({ investor }) => ({
    path: `/create-introduction-request?investor=${investor}`,
    shows: 'Create Introduction Request',
    reads: { [`/api/investors/${investor}`]: 'does without', '/api/introduction-suggestions': 'elsewhere' },
  }),
  notifications: () => ({
    path: '/notifications',
    shows: 'All quiet',
    reads: { '/api/notifications': 'The notifications could not be loaded' },
  }),
  settings: () => ({
    path: '/settings',
    shows: 'Where you are signed in',
    reads: {
      '/api/auth/factors': 'Your factors could not be loaded',
      '/api/account/sessions': 'Your sessions could not be loaded',
      '/api/notification-settings': 'Your choices could not be loaded',
      '/api/mutes': 'The muted members could not be loaded',
      '/api/push': 'The state of push messages could not be loaded',
      '/api/match-settings': 'Your choice could not be loaded',
      '/api/not-for-me': 'These members could not be loaded',
    },
  }),
}

/**
 * Every screen requests the session, the profile, the bell's count, what is new since the last visit and, once, the member's time
 * zone; the stream is not a JSON reply.
 */
const everywhere = [
  '/api/auth/session',
  '/api/profile',
  '/api/notifications/unread',
  '/api/notification-settings',
  '/api/visits',
  '/api/live',
]
const shown = (person: Person, text: string) => person.page.getByText(text, { exact: true }).first()
const skeletons = (person: Person) => person.page.locator('main, [role=dialog]').locator('.animate-breathe')
const broken = /Cannot (read|destructure|convert)|undefined|is not (a function|iterable)|Something went wrong/

/** Skips the second that the retry waits. */
async function aSecondLater<T>(person: Person, look: () => T): Promise<T> {
  await person.page.clock.fastForward(1000)
  return look()
}

async function isWhole(person: Person) {
  await expect(skeletons(person)).toHaveCount(0)
  await expect(person.page.locator('body')).not.toContainText(broken)
}

for (const [name, about] of Object.entries(screens))
  test(
    `${name}: an answer of the wrong shape shows an error, and Try again works`,
    mainFor(name, 'topic'),
    async ({ ada, bob }) => {
      test.setTimeout(240_000)
      ada.expects(/Invalid JSON response/)
      const idOf = ({ member }: Person) => member.http.profile_id ?? 0
      const screen = about({ ...(await fillCommunity(ada)), member: idOf(ada), other: idOf(bob) })
      const { wrong, serverReplies, times } = await answersOf(ada)
      await ada.page.clock.install()
      await ada.getsPagesWithoutBoot()
      await ada.opens(screen.path)
      await expect(shown(ada, screen.shows)).toBeVisible()
      await isWhole(ada)
      const asked = () =>
        [...serverReplies.keys()].filter(path => !everywhere.includes(path) || path in screen.reads).sort()
      // A screen may be shown before all its requests are answered.
      await expect.poll(asked).toEqual(Object.keys(screen.reads).sort())

      for (const [path, words] of Object.entries(screen.reads)) {
        if (words === 'elsewhere') continue
        const call = `GET ${path}`
        const answers = Object.entries(Array.isArray(serverReplies.get(path)) ? insteadOfList : insteadOfObject)
        let isOpen = false
        for (const [what, answer] of answers)
          await test.step(`${path}: ${what}`, async () => {
            wrong.set(call, answer)
            // The calendar has a second URL for the same list.
            if (path === '/api/direct-events') wrong.set('GET /api/events', answer)
            const before = times(call)
            if (isOpen && words !== 'does without') await ada.clicks(screen.button ?? 'Try Again')
            else await ada.opens(screen.path)
            isOpen = true
            // Requested twice: a failing read is retried once.
            await expect.poll(() => aSecondLater(ada, () => times(call) - before)).toBeGreaterThanOrEqual(2)
            if (words === 'does without') await expect(shown(ada, screen.shows)).toBeVisible()
            else {
              await expect(shown(ada, words)).toBeVisible()
              const button = ada.page.getByRole('button', { name: screen.button ?? 'Try Again', exact: true })
              await expect(button).toBeVisible()
              await expect(button).not.toHaveAttribute('aria-busy')
            }
            await isWhole(ada)
          })
        wrong.clear()
        if (words === 'does without') continue
        await ada.clicks(screen.button ?? 'Try Again')
        await expect(shown(ada, screen.shows)).toBeVisible()
        await expect(ada.page.getByRole('alert').filter({ hasText: words })).toHaveCount(0)
        await isWhole(ada)
      }
    },
  )

test('session: an answer of the wrong shape does not sign out, and Try again works', async ({ ada }) => {
  ada.expects(/Invalid JSON response/)
  const { wrong } = await answersOf(ada)
  await ada.getsPagesWithoutBoot()
  for (const [what, answer] of Object.entries(insteadOfObject))
    await test.step(what, async () => {
      wrong.set('GET /api/auth/session', answer)
      await ada.opens('/settings')
      await ada.sees('This is taking longer than usual.')
      await ada.isAt('/settings')
      wrong.clear()
      await ada.clicks('Try again')
      await ada.seesHeading('Settings')
    })
})

test('the test page reports an answer that is not a list', async ({ ada }) => {
  ada.expects(/Invalid JSON response/)
  const { wrong } = await answersOf(ada)
  for (const answer of Object.values(insteadOfList)) {
    wrong.set('GET /api/posts', answer)
    await ada.opens('/test')
    await ada.clicks('Test Posts')
    await ada.sees('Backend error: Invalid JSON response')
  }
})

test('during a retry the button is busy and keeps the focus, and the message stays', { tag: '@main' }, async ({
  ada,
}) => {
  ada.expects(/Invalid JSON response/)
  await fillCommunity(ada)
  const { wrong } = await answersOf(ada)
  await ada.getsPagesWithoutBoot()
  wrong.set('GET /api/home', { body: '{}' })
  await ada.opens('/')
  const button = ada.page.getByRole('button', { name: 'Try Again', exact: true })
  await button.focus()
  // The answer comes once the busy button has been looked at. Not before the button is shown: the first answer would be held too.
  const held = Promise.withResolvers<void>()
  await ada.page.route('**/api/home', async route => {
    await held.promise
    await route.fallback()
  })
  await ada.page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
  await ada.sees('The dashboard could not be loaded')
  await expect(skeletons(ada)).toHaveCount(0)
  held.resolve()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(button).toBeFocused()

  wrong.clear()
  const letGo = await ada.holdsBack('**/api/home')
  await ada.page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  letGo()
  await ada.sees('Dock leases')
  await expect(ada.page.getByRole('heading', { level: 1 })).toBeFocused()
})
