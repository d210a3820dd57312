import type { Locator } from '@playwright/test'
import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { createReply, createTopic, likeTopic } from '../forum/contract.ts'
import { saveProfile } from '../profile/contract.ts'
import { remembersLit } from './lit.ts'

const bell = ({ page }: Person) => page.getByRole('button', { name: /^Notifications/ })
const panel = ({ page }: Person) => page.getByRole('dialog', { name: 'Notifications' })
const items = (person: Person) => panel(person).getByRole('listitem')
const rings = (person: Person, unread: string) =>
  expect(bell(person)).toHaveAccessibleName(unread ? `Notifications, ${unread} unread` : 'Notifications')
const newTab = async (person: Person) => new Person(await person.page.context().newPage()).is(person.member)
const topicOf = (person: Person, title: string, more = {}) =>
  person.member.http.does(createTopic, { title, content: 'What do you think?', ...more })

test('what others do rings at once in every tab, in the title too; reading in one tab reads in all', {
  tag: '@main',
}, async ({ ada, bob, eve, server }) => {
  const { id } = await topicOf(ada, 'Payroll')
  await ada.opens('/')
  const second = await newTab(ada)
  await second.opens('/members')
  await rings(ada, '')
  await expect(ada.page).toHaveTitle('Home · The Community')

  await bob.opens(`/forum/${id}`)
  await bob.page.getByRole('button', { name: /^Like/ }).click()
  for (const tab of [ada, second]) await rings(tab, '1')
  await expect(ada.page).toHaveTitle('(1) Home · The Community')
  await expect(second.page).toHaveTitle('(1) Members · The Community')
  await bob.types('Your reply', 'We use *Gusto*.')
  await bob.clicks('Post')
  await bob.isTold('success', 'Reply posted')
  await notifyFollowers(server)
  for (const tab of [ada, second]) await rings(tab, '2')
  await rings(bob, '')

  await bell(ada).click()
  await expect(items(ada)).toHaveCount(2)
  await expect(items(ada).nth(0)).toContainText(
    'Unread: Bob Kowalski replied to your topic “Payroll”We use Gusto.just now',
  )
  await expect(items(ada).nth(1)).toContainText('Unread: Bob Kowalski liked your topic “Payroll”')
  await expect(panel(ada).getByRole('heading', { name: 'Today' })).toBeVisible()
  // Gathered, while the panel is open.
  await eve.member.http.does(likeTopic, { id })
  await expect(items(ada).nth(0)).toContainText('Eve Raman and Bob Kowalski liked your topic “Payroll”')
  await rings(second, '2')
  await axe(ada.page)

  await ada.clicks('Mark all as read')
  await expect(items(ada).filter({ hasText: 'Unread' })).toHaveCount(0)
  await expect(panel(ada).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await rings(second, '')
  await expect(ada.page).toHaveTitle('Home · The Community')
  await expect(second.page).toHaveTitle('Members · The Community')
  second.metNoProblem()
})

test('opening a notification reads it, and leads to the reply, which is lit for a moment', { tag: '@main' }, async ({
  ada,
  bob,
  server,
}) => {
  const { id } = await topicOf(ada, 'Payroll')
  const other = await topicOf(ada, 'Insurance')
  await bob.member.http.does(createReply, { id, content: 'We use Gusto.' })
  await bob.member.http.does(likeTopic, { id })
  await bob.member.http.does(likeTopic, { id: other.id })
  await notifyFollowers(server)
  await remembersLit(ada.page)
  await ada.opens('/events')
  await rings(ada, '3')
  const sent = ada.writesTo(/\/api\/notifications\/read/)
  await bell(ada).click()
  await items(ada).filter({ hasText: 'replied' }).getByRole('link').click()
  await ada.isAt(`/forum/${id}`)
  await expect(panel(ada)).toHaveCount(0)
  const reply = ada.page.getByRole('listitem').filter({ hasText: 'We use Gusto.' })
  await expect(reply).toHaveAttribute('data-was-lit')
  await expect(reply).toBeFocused()
  // The topic is open, so its like is read too.
  await rings(ada, '1')
  expect(sent.length).toBeGreaterThan(0)
  await expect(reply).not.toHaveAttribute('data-lit')

  // What arrives while the topic is open is read at once; a topic without unread notifications sends nothing.
  const before = sent.length
  await bob.member.http.does(createReply, { id, content: 'Or Deel.' })
  await notifyFollowers(server)
  await ada.sees('Or Deel.')
  // More than once if the count of a moment before arrives after that.
  await expect.poll(() => sent.length).toBeGreaterThan(before)
  await rings(ada, '1')
  const read = sent.length
  await ada.page.reload()
  await ada.sees('Or Deel.')
  expect(sent).toHaveLength(read)
})

test('an anonymous reply and a like of an anonymous topic name nobody', { tag: '@main' }, async ({
  ada,
  bob,
  server,
}) => {
  const { id } = await topicOf(ada, 'Between us', { is_anonymous: true })
  await bob.member.http.does(createReply, { id, content: 'Me too.', is_anonymous: true })
  await bob.member.http.does(likeTopic, { id })
  await notifyFollowers(server)
  const received: Promise<string>[] = []
  ada.page.on('response', answer => {
    if (/notifications/.test(answer.url())) received.push(answer.text().catch(() => ''))
  })
  await ada.opens('/notifications')
  await expect(
    ada.page.getByRole('main').getByRole('link', { name: /^Unread: Somebody replied anonymously/ }),
  ).toBeVisible()
  await expect(
    ada.page.getByRole('main').getByRole('link', { name: /^Unread: Somebody liked your topic/ }),
  ).toBeVisible()
  await bell(ada).click()
  await expect(items(ada)).toHaveCount(2)
  expect((await Promise.all(received)).join() + (await ada.page.content())).not.toContain('Bob')
})

test('the panel by keyboard: Escape and Tab stay in it, and the focus returns to the bell', async ({ ada, bob }) => {
  const { id } = await topicOf(ada, 'Payroll')
  await bob.member.http.does(likeTopic, { id })
  await ada.opens('/')
  await bell(ada).focus()
  await ada.page.keyboard.press('Enter')
  await expect(panel(ada)).toBeFocused()
  await expect(items(ada)).toHaveCount(1)
  await ada.page.keyboard.press('Tab')
  await expect(panel(ada).getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  for (const _ of [1, 2, 3]) await ada.page.keyboard.press('Tab')
  await expect(panel(ada).getByRole('link', { name: 'See all' })).toBeFocused()
  await ada.page.keyboard.press('Escape')
  await expect(panel(ada)).toHaveCount(0)
  await expect(bell(ada)).toBeFocused()
  // A press beside it closes it too.
  await bell(ada).click()
  await expect(panel(ada)).toBeVisible()
  await ada.page.mouse.click(300, 700)
  await expect(panel(ada)).toHaveCount(0)
  await bell(ada).click()
  await ada.clicks('See all')
  await ada.isAt('/notifications')
  await ada.seesHeading('Notifications')
  await expect(ada.page.getByRole('heading', { level: 1 })).toBeFocused()
})

/** To be touched. */
async function isLargeEnough(control: Locator) {
  const { width = 0, height = 0 } = (await control.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
}

test('on a phone the panel is a sheet at the bottom, as wide as the screen', async ({ ada, bob }) => {
  const { id } = await topicOf(ada, 'Payroll')
  await bob.member.http.does(likeTopic, { id })
  await ada.page.setViewportSize(phone)
  await ada.hasTouch()
  await ada.opens('/')
  await isLargeEnough(bell(ada))
  await bell(ada).click()
  await expect(items(ada)).toHaveCount(1)
  for (const name of ['Close', 'See all'])
    await isLargeEnough(panel(ada).getByRole('button', { name }).or(panel(ada).getByRole('link', { name })))
  await lookAt(ada.page, 'bell-phone')
  const box = await panel(ada).boundingBox()
  expect(box).toMatchObject({ x: 0, width: phone.width })
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(phone.height, 0)
  await axe(ada.page)
  await items(ada)
    .getByRole('link')
    .tap()
    .catch(() => items(ada).getByRole('link').click())
  await ada.isAt(`/forum/${id}`)
})

test('empty, loading and failed: the panel says so', async ({ ada, bob }) => {
  ada.expects(/500/, /Failed to load resource/)
  await ada.opens('/')
  await bell(ada).click()
  await expect(panel(ada).getByText('All quiet')).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'bell-empty')
  await ada.page.keyboard.press('Escape')

  const { id } = await topicOf(ada, 'Payroll')
  await ada.gets('**/api/notifications?*', { status: 500, json: { error: 'It broke.', request_id: 'r' } })
  await bob.member.http.does(likeTopic, { id })
  await rings(ada, '1')
  await ada.page.reload()
  await bell(ada).click()
  await expect(panel(ada).getByText('The notifications could not be loaded')).toBeVisible()
  await lookAt(ada.page, 'bell-failed')
  await ada.page.unroute('**/api/notifications?*')
  const letGo = await ada.holdsBack('**/api/notifications?*')
  await panel(ada).getByRole('button', { name: 'Try Again' }).click()
  letGo()
  await expect(items(ada)).toHaveCount(1)
})

test('a panel that cannot be loaded is reported, and opens at the next press', async ({ ada }) => {
  ada.expects(/Failed to load resource/)
  await ada.page.route('**/assets/BellPanel-*.js', route => route.abort())
  await ada.opens('/')
  await bell(ada).click()
  await ada.isTold(
    'destructive',
    'The notifications could not be loaded',
    'Please check your connection and try again.',
  )
  await ada.page.unroute('**/assets/BellPanel-*.js')
  await bell(ada).click()
  await expect(panel(ada)).toBeVisible()
})

test('from 100 on the bell shows 99+', async ({ ada, server }) => {
  const { user_id } = ada.member.http
  await server.owner.run(sql`
    with told as (insert into notifications (user_id, kind, thread_kind, thread_id)
      select ${user_id}, 'account_safety', 'account', n::text from generate_series(1, 150) n returning *)
    insert into notification_acts (notification_id, user_id, kind, subject_kind, subject_id)
      select id, user_id, kind, 'audit', thread_id from told`)
  await ada.opens('/')
  await rings(ada, '99+')
  await expect(ada.page).toHaveTitle('(99+) Home · The Community')
})

test('every kind, very long names and titles: nothing overflows', async ({ ada, bob, eve, server }) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(5).slice(0, 100).trim()
  await bob.member.http.does(saveProfile, { full_name: long })
  const topic = await topicOf(ada, `${'Verylongwordwithoutanyspaces'.repeat(7)}`.slice(0, 200))
  const short = await topicOf(ada, 'Payroll')
  const me = ada.member.http.profile_id ?? 0
  for (const who of [bob, eve]) await who.member.http.does(likeTopic, { id: topic.id })
  await bob.member.http.does(createReply, { id: topic.id, content: 'Longword'.repeat(60) })
  await eve.member.http.does(createReply, { id: short.id, content: 'Hello @Ada Osei, have a look.', mentions: [me] })
  await bob.member.http.does(createReply, { id: short.id, content: 'Between us', is_anonymous: true })
  await notifyFollowers(server)
  await server.owner.run(sql`
    update notifications set latest_at = now() - interval '3 days', read_at = now() where kind = 'topic_like'`)
  await ada.opens('/')
  await bell(ada).click()
  await expect(items(ada)).toHaveCount(4)
  await lookAt(ada.page, 'bell')
  for (const size of [{ width: 1280, height: 800 }, phone, { width: 320, height: 640 }]) {
    await ada.page.setViewportSize(size)
    const wide = await panel(ada).evaluate(
      element =>
        [element, ...element.querySelectorAll('*')].filter(part => part.getBoundingClientRect().right > innerWidth + 1)
          .length,
    )
    expect(wide, `${size.width}`).toBe(0)
  }
  await axe(ada.page)
})

test('opening the settings reads what is about the account; with 99+ unread, opening an older thing reads it', async ({
  ada,
  bob,
  server,
}) => {
  const { id } = await topicOf(ada, 'Payroll')
  await bob.member.http.does(likeTopic, { id })
  const isRead = async (kind: string) =>
    (
      await server.owner.one<{ is_read: boolean }>(sql`
      select bool_and(read_at is not null) as is_read from notifications
      where user_id = ${ada.member.http.user_id} and kind = ${kind} and thread_id in (${String(id)}, 'password')`)
    ).is_read
  const tell = (kind: string, thread: string, count: number) =>
    server.owner.run(sql`
      insert into notifications (user_id, kind, thread_kind, thread_id)
      select ${ada.member.http.user_id}, ${kind}, ${thread}, case ${thread} when 'account' then 'password' else (100000 + n)::text end
      from generate_series(1, ${count}::int) n`)
  await tell('account_safety', 'account', 1)
  await ada.opens('/settings')
  await expect.poll(() => isRead('account_safety')).toBe(true)
  await rings(ada, '1')

  await tell('mention', 'topic', 120)
  await ada.opens('/')
  await rings(ada, '99+')
  const marks = ada.writesTo(/\/api\/notifications\/read$/)
  await ada.opens(`/forum/${id}`)
  await expect.poll(() => isRead('topic_like')).toBe(true)
  await rings(ada, '99+')
  expect(marks).toHaveLength(1)
})
