import type { Page } from '@playwright/test'
import { memberPages, publicPages } from '../../contract/page-addresses.ts'
import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic, likeTopic } from '../../features/forum/contract.ts'
import { addIntroductionComment, createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { axeInDark, axeInLight, background, expect, main, mainFor, type Person, phone, test } from './fixtures.ts'

type Screen = { address: string; heading: string /** The address after a redirect. */; at?: string }
type Screens<Pages extends readonly string[]> = Record<Pages[number], Screen | Screen[]>
type Made = Awaited<ReturnType<typeof fill>>

/** Creates some rows of every kind, so that no screen is empty. */
async function fill(ada: Person, bob: Person) {
  const [mine, his] = [ada.member.http, bob.member.http]
  const topic = await his.does(createTopic, {
    title: 'Hiring in Pilsen',
    content: 'Who has *hired* there? See https://example.com/pilsen',
    tags: ['Hiring'],
  })
  await mine.does(createReply, { id: topic.id, content: 'We have, twice.' })
  await mine.does(likeTopic, { id: topic.id })
  const event = await his.does(createEvent, {
    title: 'Demo night',
    description: 'Six pitches.',
    location: 'Fulton Market',
    event_date: '2099-05-01',
  })
  const investor = await mine.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  await his.does(postComment, { id: investor.id, content: 'Answers fast', rating: 4 })
  await his.does(shareLink, { title: 'Term sheet, annotated', url: 'https://example.com/terms' })
  const request = await his.does(createIntroductionRequest, {
    request_title: 'Meet a grocer',
    context: 'We sell shelf sensors.',
    your_company: 'Shelfie',
    urgency: 'high',
  })
  await mine.does(addIntroductionComment, { requestId: request.id, comment_text: 'I know two' })
  return { topic: topic.id, event: event.id, investor: investor.id, request: request.id, member: his.profile_id }
}

const COMMUNITY = 'The Community'

const forVisitors: Screens<typeof publicPages> = {
  '/auth': { address: '/auth', heading: COMMUNITY },
  '/direct-login': { address: '/direct-login', heading: COMMUNITY },
  '/test': { address: '/test', heading: 'Test page' },
  '/forgot-password': { address: '/forgot-password', heading: 'Forgot your password?' },
  '/reset-password': [
    { address: '/reset-password#invented', heading: 'This link no longer works' },
    { address: '/reset-password', heading: 'This link is not complete' },
  ],
  '/confirm-email': [
    { address: '/confirm-email#invented', heading: 'This link no longer works' },
    { address: '/confirm-email', heading: 'This link is not complete' },
  ],
  '/confirm-address': [
    { address: '/confirm-address#invented', heading: 'This link no longer works' },
    { address: '/confirm-address', heading: 'This link is not complete' },
  ],
  '/introduction': { address: '/introduction?token=invented', heading: 'This link no longer works' },
  '/unsubscribe': { address: '/unsubscribe?token=invented', heading: 'This link no longer works' },
  '/answer': { address: '/answer?token=invented', heading: 'This link no longer works' },
}

const forMembers = ({ topic, event, investor, request, member }: Made): Screens<typeof memberPages> => ({
  '/': { address: '/', heading: 'Welcome, Ada Osei!' },
  '/introduction-requests': [
    { address: '/introduction-requests', heading: 'Introduction Requests' },
    { address: `/introduction-requests?request=${request}`, heading: 'Meet a grocer' },
  ],
  '/create-introduction-request': [
    { address: '/create-introduction-request', heading: 'Create Introduction Request' },
    { address: `/create-introduction-request?member=${member}`, heading: 'Create Introduction Request' },
  ],
  '/intro-requests': { address: '/intro-requests', heading: 'Introduction Requests', at: '/introduction-requests' },
  '/forum': { address: '/forum', heading: 'Community Forum' },
  '/forum/new': { address: '/forum/new', heading: 'New Topic' },
  '/forum/:id': { address: `/forum/${topic}`, heading: 'Hiring in Pilsen' },
  '/activity': { address: '/activity', heading: 'Recent Activity' },
  '/members': [
    { address: '/members', heading: 'Members' },
    { address: `/members?member=${member}`, heading: 'Bob Kowalski' },
  ],
  '/members/:id': { address: `/members/${member}`, heading: 'Bob Kowalski' },
  '/member/:id': { address: `/member/${member}`, heading: 'Bob Kowalski' },
  '/profile': [
    { address: '/profile', heading: 'My Profile' },
    { address: '/profile?edit=all', heading: 'Edit Profile' },
  ],
  '/events': [
    { address: '/events', heading: 'Community Events' },
    { address: `/events?event=${event}`, heading: 'Demo night' },
  ],
  '/investors': [
    { address: '/investors', heading: 'Investor Database' },
    { address: `/investors?investor=${investor}`, heading: 'Ida Klein' },
  ],
  '/resources': { address: '/resources', heading: 'Resources' },
  '/notifications': { address: '/notifications', heading: 'Notifications' },
  '/search': [
    { address: '/search', heading: 'Search' },
    { address: '/search?q=hiring', heading: 'Search' },
  ],
  '/settings': { address: '/settings', heading: 'Settings' },
})
/** The sign-in pages redirect a member. */
const redirected: Screen[] = ['/auth', '/direct-login'].map(address => ({
  address,
  heading: 'Welcome, Ada Osei!',
  at: '/',
}))

const NOWHERE = '/no/such/page'
const isStream = (url: string) => new URL(url).pathname === '/api/live'
const isAsset = (url: string) => new URL(url).pathname.startsWith('/assets/')

/** Tracks the page's requests: the pending ones and the failed ones. */
function requestsOf(page: Page) {
  const open = new Set<object>()
  const failed: string[] = []
  page.on('request', request => !isStream(request.url()) && open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => {
    open.delete(request)
    const error = request.failure()?.errorText
    // The stream and requests in the background end with their page.
    const endsWithPage = isAsset(request.url()) || background.test(request.url())
    if (isStream(request.url()) || (endsWithPage && error === 'net::ERR_ABORTED')) return
    failed.push(`${request.url()}: ${error}`)
  })
  page.on('response', answer => {
    if (answer.status() >= 400 && new URL(answer.url()).pathname !== NOWHERE)
      failed.push(`${answer.url()}: ${answer.status()}`)
  })
  return { failed, settled: () => expect.poll(() => open.size).toBe(0) }
}

const wide = { width: 1280, height: 800 }

async function shows(who: Person, screens: Screen[]) {
  const { failed, settled } = requestsOf(who.page)
  for (const { address, heading, at } of screens)
    await test.step(address, async () => {
      const showsItself = async () => {
        await expect(who.page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
        await settled()
        const beside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        expect(await who.page.evaluate(beside)).toBe(0)
      }
      await who.page.setViewportSize(wide)
      await who.opens(address)
      await showsItself()
      if (at) await who.isAt(at)
      await axeInLight(who.page)
      await axeInDark(who.page)

      await who.page.setViewportSize(phone)
      await showsItself()
      await axeInLight(who.page)
      expect(failed).toEqual([])
      if (address === NOWHERE) who.expects(new RegExp(`status of 404.*${NOWHERE}`))
      who.metNoProblem()
    })
}

const nowhere = { address: NOWHERE, heading: 'Page Not Found' }
const title = (page: string) =>
  `${page}, light, dark and on a phone: its heading, no axe violation, no failed request, nothing beside the screen`

for (const page of publicPages)
  test(title(page), mainFor(page, '/auth', '/reset-password'), async ({ visitor }) =>
    shows(visitor, [forVisitors[page]].flat()),
  )

for (const page of memberPages)
  test(title(page), main, async ({ ada, bob }) => shows(ada, [forMembers(await fill(ada, bob))[page]].flat()))

test(title('a missing page, and the sign-in pages of a member'), async ({ ada, visitor }) => {
  await shows(visitor, [nowhere])
  await shows(ada, [...redirected, nowhere])
})
