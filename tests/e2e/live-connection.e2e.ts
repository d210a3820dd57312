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

/** The streams of a member that the server knows of. */
const openStreams = async (server: TestServer, { member }: Person) =>
  (await server.owner.rows(sql`select from live_streams where user_id = ${member.http.user_id}`)).length

/** The streams a browser asks for, over all its tabs. */
function streamsOf(context: BrowserContext) {
  const asked: string[] = []
  context.on('request', request => {
    if (isStream(request.url())) asked.push(request.url())
  })
  return asked
}

test('the tabs of a browser share one stream, and another one takes over when its tab is closed', async ({
  ada,
  bob,
}) => {
  await starts(ada, 'Long ago')
  const streams = streamsOf(bob.page.context())
  await bob.opens('/forum')
  await expect.poll(() => streams.length).toBe(1)
  const other = new Person(await bob.page.context().newPage())
  await other.opens('/forum')
  await expect(topic(other, 'Long ago')).toBeVisible()
  // It listens along. A tab that comes later than a change is told to read everything again, and then nothing waits to be shown.
  await expect.poll(() => other.page.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  await starts(ada, 'For both tabs')
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await expect(pill(other, '1 new topic')).toBeVisible()
  expect(streams).toHaveLength(1)

  await bob.page.close()
  await starts(ada, 'For the one that is left')
  await expect(pill(other, '2 new topics')).toBeVisible()
  expect(streams).toHaveLength(2)
  other.metNoProblem()
})

test('nobody without a session listens; signing in begins it, signing out ends it', async ({
  ada,
  visitor,
  server,
}) => {
  const streams = streamsOf(visitor.page.context())
  await visitor.opens('/auth')
  await visitor.types('Email', ada.member.email)
  await visitor.types('Password', ada.member.password)
  expect(streams).toEqual([])
  await visitor.clicks('Login')
  await expect.poll(() => openStreams(server, ada)).toBe(1)
  await visitor.clicks('Log out')
  await visitor.isAt('/auth')
  await expect.poll(() => openStreams(server, ada)).toBe(0)
  expect(streams).toHaveLength(1)
})

test('a lost connection is marked, requests say so plainly, and what was missed is caught up on', async ({
  ada,
  bob,
  server,
}) => {
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
  await expect(mark(bob)).toHaveCount(0, { timeout: 20_000 })
  await pill(bob, '2 new topics').click()
  await expect(topic(bob, 'In the tunnel')).toBeVisible()
})

test('when nobody can say what was missed, what is on the screen is read again', async ({ ada, bob, server }) => {
  await starts(ada, 'First of all')
  await bob.opens('/forum')
  // The list is there: what comes now is new to it.
  await expect(topic(bob, 'First of all')).toBeVisible()
  await starts(ada, 'Heard by the server')
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await server.owner.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  )
  await expect(topic(bob, 'Heard by the server')).toBeVisible()
  await expect(pill(bob, '1 new topic')).toHaveCount(0)
})

test('a session that was ended elsewhere closes its stream, and the browser knows', async ({ ada, server }) => {
  // It may just be asking for something else.
  ada.expects(/status of 401/)
  const streams = streamsOf(ada.page.context())
  await ada.opens('/forum')
  // Open, not only asked for: one that is refused is asked about once more.
  await expect.poll(() => openStreams(server, ada)).toBe(1)
  expect(await ada.member.http.tries('POST', '/api/auth/sign-out-everywhere')).toBeLessThan(300)
  await ada.isAt('/auth')
  expect(streams).toHaveLength(1)
})

test('a sixth window of a member is refused a stream, says nothing about it, and does not try again', async ({
  ada,
}) => {
  ada.expects(/status of 429/)
  await ada.gets('**/api/live*', {
    status: 429,
    json: { error: 'Too many windows are open at once.', request_id: 'x' },
  })
  const streams = streamsOf(ada.page.context())
  await ada.page.clock.install()
  await ada.opens('/forum')
  // The stream, and the question why.
  await expect.poll(() => streams.length).toBe(2)
  await ada.page.clock.runFor(120_000)
  expect(streams).toHaveLength(2)
  await expect(mark(ada)).toHaveCount(0)
})
