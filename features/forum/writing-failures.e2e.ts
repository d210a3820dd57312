import type { Route } from '@playwright/test'
import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import { createReply, createTopic, type Topic } from './contract.ts'

const cardOf = (person: Person, title: string) => person.page.getByRole('article', { name: title })
const dialog = (person: Person) => person.page.getByRole('dialog')
const box = (person: Person) => person.page.getByLabel('Your reply')
const inTrouble = { status: 503, json: { error: 'Restarting.', request_id: 'x' } }
const start = (person: Person, title: string, content = 'What would you do?') =>
  person.member.http.does(createTopic, { title, content, tags: ['Product'] })

test('what fails with a topic is said, taken back, and nothing typed is lost', {
  tag: ['@FORUM-80', '@FORUM-82', '@FORUM-83', '@FORUM-84', '@FORUM-89'],
}, async ({ ada }) => {
  ada.expects(/status of 503/)
  await start(ada, 'Troubled topic')
  await keepToasts(ada.page)
  await ada.opens('/forum?q=troubled')
  await ada.gets('**/api/posts/*/pin', inTrouble)
  await ada.clicks('Pin', { on: 'Troubled topic' })
  await ada.isTold('destructive', 'Error updating post', 'There was a problem updating the post.')
  await expect(cardOf(ada, 'Troubled topic').getByText('Pinned', { exact: true })).toHaveCount(0)
  await expect(cardOf(ada, 'Troubled topic').getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
  await ada.page.getByRole('button', { name: 'Dismiss' }).click()

  await ada.gets('**/api/posts/*', inTrouble)
  await ada.clicks('Edit', { on: 'Troubled topic' })
  await dialog(ada).getByLabel('Title').fill('Troubled no more')
  await ada.clicks('Update Topic')
  await ada.isTold('destructive', 'Error updating post', 'There was a problem updating your post.')
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('Troubled no more')
  await ada.clicks('Cancel')
  await expect(cardOf(ada, 'Troubled topic')).toBeVisible()

  await ada.clicks('Delete', { on: 'Troubled topic' })
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('destructive', 'Error deleting post', 'There was a problem deleting the post.')
  await expect(cardOf(ada, 'Troubled topic')).toBeVisible()

  await ada.gets('**/api/posts', inTrouble)
  await ada.clicks('New Topic')
  await dialog(ada).getByLabel('Title').fill('Written in vain?')
  await dialog(ada).getByLabel('Content').fill('No.')
  await ada.clicks('Create Topic')
  await ada.isTold('destructive', 'Error creating post', 'There was a problem creating your post.')
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('Written in vain?')

  // The draft survives a reload, and the retry uses the same idempotency key.
  await ada.page.unroute('**/api/posts')
  await ada.page.reload()
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('Written in vain?')
  await dialog(ada).getByLabel('Content').press('Control+Enter')
  await ada.isTold('success', 'Post created')
  await ada.opens('/forum/new')
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('')
})

test('what fails with a reply is said, taken back, and nothing typed is lost', {
  tag: ['@FORUM-59', '@FORUM-85', '@FORUM-86', '@FORUM-87', '@FORUM-88', '@FORUM-89'],
}, async ({ ada }) => {
  test.slow()
  ada.expects(/status of 503/)
  const topic = await start(ada, 'Troubled thread')
  await ada.member.http.does(createReply, { id: topic.id, content: 'Mine.' })
  const replies = ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')

  await ada.getsPagesWithoutBoot()
  await ada.gets('**/comments?*', inTrouble)
  await keepToasts(ada.page)
  await ada.opens(`/forum/${topic.id}`)
  await ada.isTold('destructive', 'Error loading replies', 'There was a problem loading the replies.')
  await axe(ada.page)
  await lookAt(ada.page, 'topic-error')
  await ada.page.unroute('**/comments?*')
  await ada.clicks('Try Again')
  await expect(replies).toHaveCount(1)

  await box(ada).press('Control+Enter')
  await ada.isTold('destructive', 'Empty reply', 'Please enter a reply.')

  await ada.gets('**/comments', inTrouble)
  await box(ada).fill('Will it arrive?')
  await ada.clicks('Post')
  await ada.isTold('destructive', 'Error posting reply', 'There was a problem posting your reply.')
  await expect(replies).toHaveCount(1)
  await ada.seesHeading('Replies (1)')
  await expect(box(ada)).toHaveValue('Will it arrive?')
  // Also when the toast is gone.
  await ada.page.getByRole('button', { name: 'Dismiss' }).click()
  const notice = ada.page
    .locator('form')
    .getByText('There was a problem posting your reply. What you typed is still here.')
  await expect(notice).toBeVisible()
  await axe(ada.page)
  await lookAt(ada.page, 'reply-not-posted')
  const held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await held.promise
    await route.fallback()
  }
  await ada.page.route('**/comments', hold, { times: 1 })
  await ada.clicks('Post')
  await expect(notice, 'not during the next try').toHaveCount(0)
  held.resolve()
  await expect(notice).toBeVisible()
  await ada.page.reload()
  await expect(box(ada)).toHaveValue('Will it arrive?')

  await ada.gets('**/api/comments/*', inTrouble)
  await replies.getByRole('button', { name: 'Edit' }).click()
  await box(ada).fill('Mine, changed.')
  await ada.clicks('Update')
  await ada.isTold('destructive', 'Error updating reply', 'There was a problem updating your reply.')
  await ada.seesHeading('Edit your reply')
  await expect(box(ada)).toHaveValue('Mine, changed.')
  await expect(replies).toContainText(['Mine.'])
  await ada.clicks('Cancel')
  await expect(box(ada)).toHaveValue('Will it arrive?')

  await replies.getByRole('button', { name: 'Delete' }).click()
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('destructive', 'Error deleting reply', 'There was a problem deleting your reply.')
  await expect(replies).toHaveCount(1)

  await ada.page.unroute('**/comments')
  await box(ada).press('Control+Enter')
  await ada.isTold('success', 'Reply posted')
  await expect(replies).toHaveCount(2)
  await expect(box(ada)).toHaveValue('')
})

test('a reply is shown before the server replies, and a retry after a lost reply posts it once', {
  tag: '@main',
}, async ({ ada }) => {
  ada.expects(/ERR_FAILED|ERR_CONNECTION/)
  const topic = await start(ada, 'A lost answer')
  await ada.opens(`/forum/${topic.id}`)
  const replies = ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  const letGo = await ada.holdsBack('**/comments')
  await box(ada).fill('On its way.')
  await ada.clicks('Post')
  await expect(replies).toContainText(['On its way.'])
  await ada.seesHeading('Replies (1)')
  await expect(ada.page.getByRole('button', { name: 'Post', exact: true })).toHaveAttribute('aria-busy', 'true')
  letGo()
  await ada.isTold('success', 'Reply posted')
  await ada.page.unroute('**/comments')

  // The server stores it, but its reply is lost.
  await ada.page.route('**/comments', async route => {
    await route.fetch()
    await route.abort()
  })
  await box(ada).fill('Said once.')
  await ada.clicks('Post')
  await ada.isTold('destructive', 'Error posting reply', 'There was a problem posting your reply.')
  await ada.page.unroute('**/comments')
  await ada.clicks('Post')
  await expect(replies.filter({ hasText: 'Said once.' })).toHaveCount(1)
  await ada.page.reload()
  await expect(replies).toHaveCount(2)
  expect(await ada.member.http.reads<Topic>(`/api/posts/${topic.id}`)).toMatchObject({ comments_count: 2 })
})

test('editing a topic without a session asks to sign in, and the change is there afterwards', {
  tag: ['@FORUM-76'],
}, async ({ ada }) => {
  ada.expects(/status of 401/)
  await start(ada, 'Half a topic')
  await ada.opens('/forum')
  await ada.clicks('Edit', { on: 'Half a topic' })
  await dialog(ada).getByLabel('Title').fill('A whole topic')
  const cookies = await ada.page.context().cookies()
  await ada.page.context().clearCookies()
  await ada.clicks('Update Topic')
  await ada.isTold('destructive', 'Authentication required', 'You must be logged in to create or edit posts.')
  await ada.isAt('/auth')
  await ada.page.context().addCookies(cookies)
  await ada.opens('/forum')
  await ada.clicks('Edit', { on: 'Half a topic' })
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('A whole topic')
})

test('if the session ended while a reply is posted, only the sign-in page shows a notice', async ({ ada }) => {
  ada.expects(/status of 401/)
  const topic = await start(ada, 'Half a topic')
  await ada.opens(`/forum/${topic.id}`)
  await ada.types('Your reply', 'Half a thought')
  await ada.page.context().clearCookies()
  await ada.clicks('Post')
  await ada.isAt('/auth')
  await ada.sees('You were signed out')
  await ada.sees('Sign in again to go on. What you were writing is kept until somebody else signs in here.')
  // Checked immediately: a toast would time out.
  expect(await ada.page.locator('[data-toast]').count()).toBe(0)

  // The sign-in page still shows its own toasts.
  await ada.types('Email', ada.member.email)
  await ada.types('Password', 'not the password')
  await ada.clicks('Login')
  await expect(ada.page.locator('[data-toast]')).toContainText('Login failed')
})

test('a session that ended meanwhile asks to sign in, and the draft is there afterwards', {
  tag: ['@FORUM-76'],
}, async ({ ada }) => {
  ada.expects(/status of 401/)
  await ada.opens('/forum/new')
  await dialog(ada).getByLabel('Title').fill('Half a thought')
  await dialog(ada).getByLabel('Content').fill('The other half.')
  const cookies = await ada.page.context().cookies()
  await ada.page.context().clearCookies()
  await ada.clicks('Create Topic')
  await ada.isTold('destructive', 'Authentication required', 'You must be logged in to create or edit posts.')
  await ada.isAt('/auth')
  await ada.page.context().addCookies(cookies)
  await ada.opens('/forum/new')
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('Half a thought')
})
