import { sql } from '../../database/connection/sql.ts'
import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { createReply, createTopic, likeTopic } from '../forum/contract.ts'

const links = ({ page }: Person) => page.getByRole('main').getByRole('listitem').getByRole('link')
const title = (n: number) => `Topic ${String(n).padStart(2, '0')}`

/** Bob likes so many topics of Ada, one a day, the newest today. */
async function likes(
  ada: Person,
  bob: Person,
  count: number,
  owner: { run: (statement: ReturnType<typeof sql>) => Promise<unknown> },
) {
  for (let n = 1; n <= count; n++) {
    const { id } = await ada.member.http.does(createTopic, { title: title(n), content: 'Words' })
    await bob.member.http.does(likeTopic, { id })
    await owner.run(sql`
      update notifications set latest_at = now() - ${count - n} * interval '1 day' where thread_id = ${String(id)}`)
  }
}

test('/notifications: grouped, with tabs in the address, paged, preloaded', { tag: '@main' }, async ({
  ada,
  bob,
  server,
}) => {
  test.slow()
  await likes(ada, bob, 40, server.owner)
  const asked = ada.requestsTo(/\/api\/notifications\?/)
  // The stream may repeat the last of the changes above, which refetches the list.
  const letStreamGo = await ada.holdsBack('**/api/live**')
  await ada.opens('/notifications')
  await ada.seesHeading('Notifications')
  await expect(links(ada)).toHaveCount(30)
  expect(asked).toEqual([])
  letStreamGo()
  for (const group of ['Today', 'This week', 'Earlier']) await ada.seesHeading(group)
  await expect(links(ada).first()).toContainText(title(40))
  await axe(ada.page)
  await lookAt(ada.page, 'notifications')
  await links(ada).last().scrollIntoViewIfNeeded()
  await expect(links(ada)).toHaveCount(40)
  await expect(links(ada).last()).toContainText(title(1))

  await links(ada)
    .filter({ hasText: title(39) })
    .click()
  await ada.seesHeading(title(39))
  await ada.page.goBack()
  await ada.opensTab('Unread')
  await expect(ada.page).toHaveURL(/\?tab=unread$/)
  await expect(links(ada).filter({ hasText: title(40) })).toHaveCount(1)
  await expect(links(ada).filter({ hasText: title(39) })).toHaveCount(0)
  await ada.page.reload()
  await expect(links(ada).filter({ hasText: title(39) })).toHaveCount(0)
  await ada.clicks('Mark all as read')
  await ada.sees('You have read everything')
  await axe(ada.page)
  await lookAt(ada.page, 'notifications-all-read')
  await ada.opensTab('All')
  await expect(links(ada).first()).toContainText(title(40))
  await expect(ada.page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
})

test('/notifications: a filter by kind, in the address, for reading and marking', async ({ ada, bob, server }) => {
  await likes(ada, bob, 2, server.owner)
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Words' })
  await bob.member.http.does(createReply, { id, content: 'We do.' })
  await notifyFollowers(server)
  const choose = async (option: string) => {
    await ada.page.getByLabel('About', { exact: true }).click()
    await ada.page.getByRole('option', { name: option, exact: true }).click()
  }
  await ada.opens('/notifications')
  await expect(links(ada)).toHaveCount(3)
  await choose('Replies')
  await expect(ada.page).toHaveURL(/\?about=replies$/)
  await expect(links(ada)).toHaveText([/Payroll/])
  await axe(ada.page)
  await lookAt(ada.page, 'notifications-replies')
  const asked = ada.requestsTo(/\/api\/notifications\?/)
  // The stream may repeat the last of the changes above, which refetches the list.
  const letStreamGo = await ada.holdsBack('**/api/live**')
  await ada.page.reload()
  await expect(links(ada)).toHaveText([/Payroll/])
  expect(asked).toEqual([])
  letStreamGo()
  // Only what the list shows is marked.
  await ada.clicks('Mark all as read')
  await expect(ada.page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await ada.opensTab('Unread')
  await ada.sees('You have read everything here')
  await choose('Events')
  await ada.opensTab('All')
  await ada.sees('No notifications found')
  await ada.sees('There is nothing under “Events”.')
  await axe(ada.page)
  await ada.page.setViewportSize(phone)
  await lookAt(ada.page, 'notifications-no-events-phone')
  await ada.clicks('Clear filters')
  await expect(links(ada)).toHaveCount(3)
  await expect(links(ada).filter({ hasText: 'Unread' })).toHaveCount(2)
})

test('one that arrives while all are marked as read stays unread', async ({ ada, bob, server }) => {
  await likes(ada, bob, 2, server.owner)
  await ada.opens('/notifications')
  await expect(links(ada)).toHaveCount(2)
  const letGo = await ada.holdsBack('**/api/notifications/read')
  await ada.clicks('Mark all as read')
  const { id } = await ada.member.http.does(createTopic, { title: 'Quite new', content: 'Words' })
  await bob.member.http.does(likeTopic, { id })
  letGo()
  await expect(ada.page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await expect(links(ada).filter({ hasText: 'Unread' })).toHaveText([/Quite new/])
})

test('if marking fails, they are unread again and a toast says so', async ({ ada, bob, server }) => {
  ada.expects(/500/)
  await likes(ada, bob, 1, server.owner)
  await ada.opens('/notifications')
  await ada.gets('**/api/notifications/read', { status: 500, json: { error: 'It broke.', request_id: 'r' } })
  await ada.clicks('Mark all as read')
  await ada.isTold('destructive', 'The notifications were not marked as read', 'It broke.')
  await expect(links(ada).first()).toContainText('Unread')
  await expect(ada.page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
})

test('empty, loading and failed: the page says so', async ({ ada }) => {
  ada.expects(/500/)
  await ada.opens('/notifications')
  await ada.sees('All quiet')
  await axe(ada.page)
  await lookAt(ada.page, 'notifications-empty')
  await ada.getsPagesWithoutBoot()
  await ada.gets('**/api/notifications?*', { status: 500, json: { error: 'It broke.', request_id: 'r' } })
  await ada.opens('/notifications')
  await ada.sees('The notifications could not be loaded')
  await axe(ada.page)
  await lookAt(ada.page, 'notifications-failed')
  await ada.page.unroute('**/api/notifications?*')
  await ada.clicks('Try Again')
  await ada.sees('All quiet')
  const letGo = await ada.holdsBack('**/api/notifications?*')
  await ada.page.reload()
  await expect(ada.page.getByRole('status', { name: 'Loading notifications' })).toBeVisible()
  await ada.page.setViewportSize(phone)
  await lookAt(ada.page, 'notifications-loading')
  letGo()
  await ada.sees('All quiet')
})
