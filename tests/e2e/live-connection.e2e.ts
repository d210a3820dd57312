import type { BrowserContext } from '@playwright/test'
import { sql } from '../../database/connection/sql.ts'
import type { TestServer } from '../test-server.ts'
import { expect, Person, test } from './fixtures.ts'

const starts = async (who: Person, title: string) =>
  expect(await who.member.http.tries('POST', '/api/posts', { title, content: 'Well?', tags: ['General'] })).toBe(201)
const topic = (who: Person, title: string) => who.page.getByRole('article', { name: title, exact: true })
const pill = (who: Person, words: string) => who.page.getByRole('button', { name: words, exact: true })
const mark = (who: Person) => who.page.getByText('Reconnecting…')
const isStream = (url: string) => new URL(url).pathname === '/api/live'

/** The open streams of a member in the database. */
const openStreams = async (server: TestServer, { member }: Person) =>
  (await server.owner.rows(sql`select from live_streams where user_id = ${member.http.user_id}`)).length

/** The stream requests of a browser, from all its tabs. */
function streamsOf(context: BrowserContext) {
  const asked: string[] = []
  context.on('request', request => {
    if (isStream(request.url())) asked.push(request.url())
  })
  return asked
}

test('the tabs of a browser share one stream, and another tab takes over when its tab is closed', {
  tag: '@main',
}, async ({ ada, bob }) => {
  await starts(ada, 'Long ago')
  const streams = streamsOf(bob.page.context())
  await bob.opens('/forum')
  await expect.poll(() => streams.length).toBe(1)
  const otherTab = new Person(await bob.page.context().newPage())
  await otherTab.opens('/forum')
  await expect(topic(otherTab, 'Long ago')).toBeVisible()
  // Wait until the tab follows: one that joins after a change reads everything again, and then no new rows wait behind a button.
  await expect.poll(() => otherTab.page.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  await starts(ada, 'For both tabs')
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await expect(pill(otherTab, '1 new topic')).toBeVisible()
  expect(streams).toHaveLength(1)

  await bob.page.close()
  await starts(ada, 'For the one that is left')
  await expect(pill(otherTab, '2 new topics')).toBeVisible()
  expect(streams).toHaveLength(2)
  otherTab.metNoProblem()
})

test('the stream is opened by signing in and closed by signing out', async ({ ada, visitor, server }) => {
  const streams = streamsOf(visitor.page.context())
  await visitor.opens('/auth')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  expect(streams).toEqual([])
  await visitor.clicks('Login')
  await expect.poll(() => openStreams(server, ada)).toBe(1)
  // Reads that are answered after the sign-out would be refused.
  await visitor.seesHeading('Recent Activity Sample')
  await visitor.clicks('Log out')
  await visitor.isAt('/auth')
  await expect.poll(() => openStreams(server, ada)).toBe(0)
  expect(streams).toHaveLength(1)
})

test('a lost connection shows a mark, failed requests show a plain message, and missed changes are caught up', {
  tag: '@main',
}, async ({ ada, bob, server }) => {
  bob.expects(/Failed to load resource|net::ERR/)
  await starts(ada, 'Before the tunnel')
  await bob.opens('/forum')
  await expect(topic(bob, 'Before the tunnel')).toBeVisible()
  await starts(ada, 'Heard')
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await expect(mark(bob)).toHaveCount(0)

  await bob.page.route('**/api/**', route => route.abort('connectionrefused'))
  server.app.server.closeAllConnections()
  await expect(mark(bob)).toBeVisible()
  await bob.clicks('Log out')
  await bob.isTold(
    'destructive',
    'Logout failed',
    'The server could not be reached. Please check your connection and try again.',
  )
  await starts(ada, 'In the tunnel')

  await bob.page.unroute('**/api/**')
  await expect(mark(bob)).toHaveCount(0)
  await pill(bob, '2 new topics').click()
  await expect(topic(bob, 'In the tunnel')).toBeVisible()
})

test('if the missed changes are not available, the screen is read again', async ({ ada, bob, server }) => {
  await starts(ada, 'First of all')
  await bob.opens('/forum')
  // The list is loaded, so later topics are new to it.
  await expect(topic(bob, 'First of all')).toBeVisible()
  await starts(ada, 'Heard by the server')
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await server.owner.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await expect(topic(bob, 'Heard by the server')).toBeVisible()
  await expect(pill(bob, '1 new topic')).toHaveCount(0)
})

test('a session that is ended elsewhere closes its stream, and the browser shows it', async ({ ada, server }) => {
  // Another request may be pending.
  ada.expects(/status of 401/)
  const streams = streamsOf(ada.page.context())
  await ada.opens('/forum')
  // Open, not only requested: a refused stream causes a second request.
  await expect.poll(() => openStreams(server, ada)).toBe(1)
  expect(await ada.member.http.tries('POST', '/api/auth/sign-out-everywhere')).toBeLessThan(300)
  await ada.isAt('/auth')
  expect(streams).toHaveLength(1)
})

test('a sixth window is refused a stream, shows no error, and does not retry', async ({ ada }) => {
  ada.expects(/status of 429/)
  await ada.gets('**/api/live*', {
    status: 429,
    json: { error: 'Too many windows are open at once.', request_id: 'x' },
  })
  const streams = streamsOf(ada.page.context())
  await ada.page.clock.install()
  await ada.opens('/forum')
  // The stream, and the probe for the reason.
  await expect.poll(() => streams.length).toBe(2)
  await ada.page.clock.runFor(120_000)
  expect(streams).toHaveLength(2)
  await expect(mark(ada)).toHaveCount(0)
})
