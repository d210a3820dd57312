import type { Page } from '@playwright/test'
import { sql } from '../../../database/connection/sql.ts'
import { expect, test } from '../../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../../tests/e2e/uncovered.ts'
import type { Comment } from '../contract.ts'
import { comments, onlyInvestors } from './seed.ts'

const items = (page: Page) => page.getByRole('list', { name: 'Comments' }).locator('> li')
const star = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const average = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('img', { name: /rated by/ })
    .first()

test('Ada rates an investor, changes her mind and takes it back', {
  tag: [
    '@INV-66',
    '@INV-67',
    '@INV-68',
    '@INV-80',
    '@INV-81',
    '@INV-84',
    '@INV-85',
    '@INV-86',
    '@INV-87',
    '@INV-88',
    '@INV-89',
    '@INV-116',
    '@INV-117',
    '@INV-118',
    '@INV-78',
    '@INV-79',
    '@INV-120',
    '@INV-121',
    '@API-67',
    '@API-70',
  ],
}, async ({ ada, server }) => {
  const [id = 0] = await onlyInvestors(server, { 'Ruth Abernathy': {} })
  const { page } = ada
  await keepToasts(page)
  await ada.opens(`/investors?investor=${id}`)
  await ada.seesHeading('Comments & Ratings')
  await ada.sees('No comments yet')
  await ada.sees('Be the first to share your experience with this investor.')
  await ada.sees('No ratings yet')

  await ada.clicks('Post Comment')
  await ada.isTold('destructive', 'Empty comment', 'Please enter a comment.')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await ada.types('Add a comment', '   \n ')
  await ada.clicks('Post Comment')
  await ada.isTold('destructive', 'Empty comment', 'Please enter a comment.')

  await ada.types('Add a comment', 'No stars yet.')
  await ada.clicks('Post Comment')
  await ada.isTold('success', 'Comment posted')
  await expect(items(page)).toHaveCount(1)
  await expect(page.getByLabel('Add a comment')).toHaveValue('')
  await ada.sees('No ratings yet')

  const stars = page.getByRole('radiogroup', { name: 'Rating' }).getByRole('radio')
  await expect(stars).toHaveCount(5)
  await star(page, '3 stars').click()
  await expect(star(page, '3 stars')).toBeChecked()
  await star(page, '3 stars').click()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  // By keyboard: arrows choose, Backspace clears.
  await stars.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(star(page, '2 stars')).toBeChecked()
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await star(page, '4 stars').click()
  await ada.types('Add a comment', 'Straight answers.')
  const requests = ada.requestsTo(new RegExp(`/api/investors/${id}$`))
  await ada.clicks('Post Comment')
  await expect(items(page)).toHaveCount(2)
  await expect(average(page)).toHaveText('4.0(1)')
  expect(requests.map(request => request.method)).toContain('GET')

  // The draft of a new comment is kept while another comment is edited.
  await ada.types('Add a comment', 'And another thing')
  await page.getByRole('button', { name: 'Edit comment' }).first().click()
  await expect(page.getByLabel('Edit your comment')).toHaveValue('Straight answers.')
  await expect(page.getByLabel('Add a comment')).toHaveCount(0)
  await ada.clicks('Cancel')
  await expect(page.getByLabel('Add a comment')).toHaveValue('And another thing')
  await ada.types('Add a comment', '')

  await page.getByRole('button', { name: 'Edit comment' }).first().click()
  await star(page, '2 stars').click()
  await ada.types('Edit your comment', 'Straight answers, late.')
  await ada.clicks('Update Comment')
  await ada.isTold('success', 'Comment updated')
  await expect(items(page).first()).toContainText('Straight answers, late.')
  await expect(average(page)).toHaveText('2.0(1)')
  await expect(page.getByLabel('Add a comment')).toHaveValue('')

  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Delete comment' }).first().click()
  await expect(dialog).toContainText('Are you sure you want to delete this comment?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(items(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete comment' }).first().click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('success', 'Comment deleted')
  await expect(items(page)).toHaveCount(1)
  await ada.sees('No ratings yet')
})

test('Edit leads to the text box, also on a phone, and back to the comment', { tag: ['@INV-79'] }, async ({
  ada,
  server,
}) => {
  const { page } = ada
  const [id = 0] = await onlyInvestors(server, { 'Ruth Abernathy': {} })
  const contents = Array.from({ length: 12 }, (_, n) => `Comment ${n}`)
  await comments(
    server,
    id,
    contents.map(content => ({ by: ada.member.http, content })),
  )
  await page.setViewportSize({ width: 390, height: 700 })
  await ada.opens(`/investors?investor=${id}`)
  const edit = page.getByRole('button', { name: 'Edit comment' }).last()
  const box = page.getByLabel('Edit your comment')
  for (const end of ['Cancel', 'Update Comment']) {
    await edit.click()
    await expect(box).toBeFocused()
    await expect(box).toBeInViewport({ ratio: 1 })
    await page.keyboard.type(' Typed at once.')
    await ada.clicks(end)
    await expect(box).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(edit).toBeInViewport()
  }
  await expect(items(page).last()).toContainText('Typed at once.')
})

test('Ada and Bob each see the public comments and their own private ones', {
  tag: ['@INV-69', '@INV-70', '@INV-71', '@INV-72', '@INV-73', '@INV-74', '@INV-75', '@INV-76', '@INV-77'],
}, async ({ ada, bob, server }) => {
  const [adas, bobs] = [ada.member.http, bob.member.http]
  const [id = 0] = await onlyInvestors(server, { 'Ruth Abernathy': {} })
  await server.owner.run(sql`update profiles set full_name = '' where user_id = ${bobs.user_id}`)
  await server.owner.run(sql`update profiles set avatar_url = '/star.svg' where user_id = ${adas.user_id}`)
  await comments(server, id, [
    { by: bobs, content: 'Oldest, by Bob.', rating: 4 },
    { by: adas, content: 'A note of mine.', rating: 1, is_private: true },
    { by: bobs, content: 'A note of his.', is_private: true },
    { by: adas, content: 'Newest, by Ada.' },
  ])
  await ada.opens(`/investors?investor=${id}`)
  await expect(items(ada.page).locator('p')).toHaveText(['Newest, by Ada.', 'A note of mine.', 'Oldest, by Bob.'])
  const [newest, secret, oldest] = [items(ada.page).nth(0), items(ada.page).nth(1), items(ada.page).nth(2)]
  await expect(newest.getByText('Ada Osei')).toBeVisible()
  await expect(newest.locator('img')).toHaveAttribute('src', '/star.svg')
  await expect(oldest.getByText('Anonymous', { exact: true })).toBeVisible()
  await expect(secret.getByText('Private', { exact: true })).toBeVisible()
  await expect(secret).toHaveCSS('border-style', 'dashed')
  await expect(newest).toHaveCSS('border-style', 'solid')
  await expect(newest.getByText('Private', { exact: true })).toHaveCount(0)
  for (const mine of [newest, secret]) await expect(mine.getByRole('button')).toHaveCount(2)
  await expect(oldest.getByRole('button')).toHaveCount(0)
  // A private rating does not change the average, also for its author.
  await expect(average(ada.page)).toHaveText('4.0(1)')

  await bob.opens(`/investors?investor=${id}`)
  await expect(items(bob.page).locator('p')).toHaveText(['Newest, by Ada.', 'A note of his.', 'Oldest, by Bob.'])
  expect(await bob.page.content()).not.toContain('A note of mine.')
})

test('a comment is posted for oneself alone with the switch', { tag: ['@INV-69', '@INV-70'] }, async ({
  ada,
  bob,
  server,
}) => {
  const [id = 0] = await onlyInvestors(server, { 'Ruth Abernathy': {} })
  await ada.opens(`/investors?investor=${id}`)
  await ada.types('Add a comment', 'Only for me.')
  await star(ada.page, '1 star').click()
  await ada.page.getByRole('switch', { name: 'Private comment' }).click()
  await ada.clicks('Post Comment')
  await expect(items(ada.page)).toHaveText([/Only for me\./])
  await expect(items(ada.page)).toHaveCSS('border-style', 'dashed')
  await expect(ada.page.getByRole('switch', { name: 'Private comment' })).not.toBeChecked()
  await ada.sees('No ratings yet')
  expect(await bob.member.http.reads<Comment[]>(`/api/investors/${id}/comments`)).toEqual([])
})

test('a comment whose session has ended says so, and waits until Ada is back', { tag: ['@INV-82'] }, async ({
  ada,
  server,
}) => {
  const [id = 0] = await onlyInvestors(server, { 'Ruth Abernathy': {} })
  ada.expects(/401/)
  await ada.opens(`/investors?investor=${id}`)
  await ada.types('Add a comment', 'Typed before the session ended.')
  // Only once the comment is sent: otherwise the live stream ends the session first.
  await ada.page.route(/\/api\/investors\/\d+\/comments$/, async route => {
    if (route.request().method() === 'POST')
      await server.owner.run(sql`delete from sessions where user_id = ${ada.member.http.user_id}`)
    await route.continue()
  })
  await ada.clicks('Post Comment')
  await ada.isTold('destructive', 'Authentication required', 'Please sign in to post a comment')
  await ada.isAt('/auth')
  await ada.types('Email', ada.member.email)
  await ada.types('Password', ada.member.password)
  await ada.clicks('Login')
  await expect(ada.page.getByLabel('Add a comment')).toHaveValue('Typed before the session ended.')
})

test('what fails is said, and nothing typed is lost', {
  tag: ['@INV-106', '@INV-107', '@INV-108', '@INV-109', '@INV-110', '@INV-111', '@INV-112'],
}, async ({ ada, server }) => {
  const [id = 0] = await onlyInvestors(server, { 'Ruth Abernathy': {} })
  await comments(server, id, [{ by: ada.member.http, content: 'Here before.', rating: 3 }])
  ada.expects(/404|500|503/)
  const { page } = ada
  const fails = async (address: string, method: string, status: number) => {
    await page.unrouteAll()
    await page.route(address, route =>
      route.request().method() === method
        ? route.fulfill({ status, json: { error: 'No.', request_id: 'x' } })
        : route.continue(),
    )
  }
  const isTold = async (title: string, description: string) => {
    await ada.isTold('destructive', title, description)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await keepToasts(page)
  await ada.opens(`/investors?investor=${id}`)
  await ada.types('Add a comment', 'Kept.')
  await star(page, '5 stars').click()
  const posting = `**/api/investors/${id}/comments`
  for (const [status, title, description] of [
    [404, 'Database Error', 'Could not verify investor information'],
    [503, 'Database Error', 'Could not access the comments database'],
    [500, 'Error posting comment', 'There was a problem posting your comment.'],
  ] as const) {
    await fails(posting, 'POST', status)
    await ada.clicks('Post Comment')
    await isTold(title, description)
    await expect(page.getByLabel('Add a comment')).toHaveValue('Kept.')
    await expect(star(page, '5 stars')).toBeChecked()
  }
  // The retry posts it once.
  await page.unrouteAll()
  await ada.clicks('Post Comment')
  await expect(items(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await fails('**/api/investor-comments/*', 'PATCH', 500)
  await page.getByRole('button', { name: 'Edit comment' }).last().click()
  await ada.types('Edit your comment', 'Changed.')
  await ada.clicks('Update Comment')
  await isTold('Error updating comment', 'There was a problem updating your comment.')
  await expect(page.getByLabel('Edit your comment')).toHaveValue('Changed.')
  await ada.clicks('Cancel')

  await fails('**/api/investor-comments/*', 'DELETE', 500)
  await page.getByRole('button', { name: 'Delete comment' }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await isTold('Error deleting comment', 'There was a problem deleting the comment.')
  await expect(items(page)).toHaveCount(2)

  await page.unrouteAll()
  await ada.getsPagesWithoutBoot()
  await ada.gets(`**/api/investors/${id}/comments?*`, { status: 500, json: { error: 'No.', request_id: 'x' } })
  await page.reload()
  await ada.isTold('destructive', 'Error loading comments', 'There was a problem loading the comments.')
  await page.unrouteAll()
  await ada.clicks('Try Again')
  await expect(items(page)).toHaveCount(2)
})
