import type { Locator, Page } from '@playwright/test'
import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic, pinTopic } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import { shareLink } from '../../features/resources/contract.ts'
import { chosen, opensSearch } from '../../features/search/palette-story.ts'
import { expect, type Person, test } from './fixtures.ts'

/** A visible element other than the body has the focus; with `place`, that element. A dialog that opens takes it after some frames. */
async function expectFocusKept(page: Page, place?: Locator) {
  if (place) await expect(place).toBeFocused()
  const isKept = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const active = document.activeElement
      return active !== null && active !== document.body && active.checkVisibility() && !active.closest('[inert]')
    })
  await expect.poll(isKept, 'something has the focus').toBe(true)
}

const sure = ({ page }: Person, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
const card = ({ page }: Person, name: string) => page.getByRole('article', { name, exact: true })
const heading = ({ page }: Person) => page.getByRole('heading', { level: 1 })

test('topics: cancelling, saving, unpinning and deleting, in the list and on their own page', { tag: '@main' }, async ({
  ada,
}) => {
  const { http } = ada.member
  for (const title of ['First', 'Second', 'Third']) {
    const { id } = await http.does(createTopic, { title, content: 'Really.' })
    await http.does(pinTopic, { id })
  }
  await ada.opens('/forum')
  const edit = card(ada, 'Second').getByRole('button', { name: 'Edit' })
  await edit.click()
  await expectFocusKept(ada.page)
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectFocusKept(ada.page, edit)

  await card(ada, 'Second').getByRole('button', { name: 'Delete' }).click()
  await sure(ada, 'Cancel')
  await expectFocusKept(ada.page, card(ada, 'Second').getByRole('button', { name: 'Delete' }))
  await card(ada, 'Second').getByRole('button', { name: 'Delete' }).click()
  await sure(ada, 'Delete')
  await expect(card(ada, 'Second')).toHaveCount(0)
  await expectFocusKept(ada.page, card(ada, 'First'))

  // An unpinned topic disappears from the Pinned tab.
  await ada.opensTab('Pinned')
  await card(ada, 'Third').getByRole('button', { name: 'Unpin' }).click()
  await expect(card(ada, 'Third')).toHaveCount(0)
  await expectFocusKept(ada.page, card(ada, 'First'))
  await card(ada, 'First').getByRole('button', { name: 'Unpin' }).click()
  await expect(card(ada, 'First')).toHaveCount(0)
  await expectFocusKept(ada.page)

  await ada.opensTab('All Topics')
  const link = card(ada, 'First').getByRole('link', { name: 'First' })
  await link.click()
  await expectFocusKept(ada.page, heading(ada))
  await ada.clicks('Back to topics')
  await expectFocusKept(ada.page, link)
  await link.click()
  await expectFocusKept(ada.page, heading(ada))
  await ada.page.goBack()
  await expectFocusKept(ada.page, link)
})

test('replies: cancelling, saving and deleting', async ({ ada }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'First', content: 'Really.' })
  for (const content of ['One.', 'Two.']) await ada.member.http.does(createReply, { id, content })
  await ada.opens(`/forum/${id}`)
  const replies = ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  const edit = replies.nth(0).getByRole('button', { name: 'Edit' })
  await edit.click()
  await ada.seesHeading('Edit your reply')
  await ada.clicks('Cancel')
  await expectFocusKept(ada.page, edit)
  await edit.click()
  await ada.page.getByRole('textbox').last().fill('One and a half.')
  await ada.clicks('Update')
  await ada.seesHeading('Add a reply')
  await expectFocusKept(ada.page, edit)

  await replies.nth(0).getByRole('button', { name: 'Delete' }).click()
  await sure(ada, 'Delete')
  await expect(replies).toHaveCount(1)
  await expectFocusKept(ada.page, replies.nth(0))
  await replies.nth(0).getByRole('button', { name: 'Delete' }).click()
  await sure(ada, 'Delete')
  await ada.seesHeading('No replies yet')
  await expectFocusKept(ada.page, ada.page.getByRole('heading', { name: 'Replies (0)' }))
})

test('replies: posting one by the button, and deleting the only one by the keyboard', async ({ ada }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'First', content: 'Really.' })
  const box = ada.page.getByLabel('Your reply')
  await ada.opens(`/forum/${id}`)
  await box.fill('Hello.')
  // Only the button has had the focus on this page.
  await ada.page.reload()
  await ada.clicks('Post')
  await ada.isTold('success', 'Reply posted')
  await expectFocusKept(ada.page, box)

  const remove = ada.page.getByRole('list', { name: 'Replies' }).getByRole('button', { name: 'Delete' })
  await remove.focus()
  await ada.page.keyboard.press('Enter')
  await expect(ada.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await ada.page.keyboard.press('Tab')
  await ada.page.keyboard.press('Enter')
  await ada.seesHeading('No replies yet')
  await expectFocusKept(ada.page, ada.page.getByRole('heading', { name: 'Replies (0)' }))
})

test('events and resources: cancelling, saving and deleting', async ({ ada }) => {
  const { http } = ada.member
  for (const title of ['First', 'Second']) {
    await http.does(createEvent, { title, description: 'x', location: 'mHUB', event_date: '2030-06-01' })
    await http.does(shareLink, { title, url: 'https://example.com' })
  }
  for (const [path, form, remove] of [
    ['/events', 'Update Event', 'Delete'],
    ['/resources', 'Update Resource', 'Remove'],
  ] as const) {
    await ada.opens(path)
    const edit = card(ada, 'First').getByRole('button', { name: 'Edit' })
    await edit.click()
    const dialog = ada.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expectFocusKept(ada.page, edit)
    await edit.click()
    await dialog.getByLabel('Description').fill('Another.')
    await dialog.getByRole('button', { name: form }).click()
    await expect(dialog).toHaveCount(0)
    await expectFocusKept(ada.page, edit)
    for (const title of ['First', 'Second']) {
      await card(ada, title).getByRole('button', { name: remove }).click()
      await sure(ada, remove)
      await expect(card(ada, title)).toHaveCount(0)
      await expectFocusKept(ada.page)
    }
  }
})

test('investors and their comments: cancelling, saving, deleting, clearing filters and going back', async ({ ada }) => {
  const { http } = ada.member
  const { id } = await http.does(addInvestor, { name: 'Ana Lima', firm: 'Lakeview' })
  await http.does(addInvestor, { name: 'Ben Ode', firm: 'Lakeview' })
  for (const content of ['One.', 'Two.']) await http.does(postComment, { id, content })
  await ada.opens('/investors?q=zzz')
  await ada.sees('No investors found')
  await ada.page.getByRole('button', { name: 'Clear filters' }).last().click()
  await ada.sees('Ana Lima')
  await expectFocusKept(ada.page)
  await ada.page.getByRole('link', { name: 'Ana Lima' }).first().click()
  await expectFocusKept(ada.page, heading(ada))

  const edit = ada.page.getByRole('button', { name: 'Edit comment' })
  await edit.first().click()
  await ada.clicks('Cancel')
  await expect(ada.page.getByLabel('Add a comment')).toBeVisible()
  await expectFocusKept(ada.page)
  await edit.first().click()
  await ada.types('Edit your comment', 'Two and a half.')
  await ada.clicks('Update Comment')
  await expect(ada.page.getByLabel('Add a comment')).toBeVisible()
  await expectFocusKept(ada.page)
  for (const left of [1, 0]) {
    await ada.page.getByRole('button', { name: 'Delete comment' }).first().click()
    await sure(ada, 'Delete')
    await expect(edit).toHaveCount(left)
    await expectFocusKept(
      ada.page,
      left
        ? ada.page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
        : ada.page.getByRole('heading', { name: 'Comments & Ratings' }),
    )
  }
  await ada.page.goBack()
  await ada.sees('Ben Ode')
  await expectFocusKept(ada.page)
})

test('introduction requests: cancelling, saving and deleting', async ({ ada }) => {
  const asked = { context: 'Because trucks wait.', your_company: 'Lakeline' }
  for (const request_title of ['First request', 'Second request'])
    await ada.member.http.does(createIntroductionRequest, { ...asked, request_title })
  await ada.opens('/introduction-requests')
  await ada.page.getByText('Second request').first().click()
  const dialog = ada.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectFocusKept(ada.page, dialog.getByRole('button', { name: 'Edit' }))
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Context').fill('Because trucks still wait.')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectFocusKept(ada.page, dialog.getByRole('button', { name: 'Edit' }))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await sure(ada, 'Delete')
  await ada.doesNotSee('Second request')
  await expectFocusKept(ada.page)
})

test('members: opening one, closing it, going back, clearing filters', async ({ ada, bob }) => {
  await ada.opens('/members')
  const name = bob.member.name
  const opener = ada.page.getByRole('button', { name, exact: true })
  await opener.click()
  const dialog = ada.page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectFocusKept(ada.page)
  await ada.page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectFocusKept(ada.page, opener)
  await opener.click()
  await expect(dialog).toBeVisible()
  await ada.page.goBack()
  await expect(dialog).toHaveCount(0)
  await expectFocusKept(ada.page)

  const search = ada.page.getByPlaceholder('Search members...')
  await search.fill('zzz')
  await ada.sees('No members found')
  await ada.page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(opener).toBeVisible()
  await expectFocusKept(ada.page, search)

  // Opened by its address, so no filter has had the focus.
  await ada.opens(`/members?q=${encodeURIComponent(name)}`)
  await ada.page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(ada.page.getByRole('button', { name: 'Clear filters' })).toBeDisabled()
  await expectFocusKept(ada.page)

  // By keyboard its tooltip is open, and goes with the focus.
  await ada.opens(`/members?q=${encodeURIComponent(name)}`)
  await ada.page.getByPlaceholder('Search members...').focus()
  await ada.page.keyboard.press('Shift+Tab')
  while (
    !(await ada.page.getByRole('button', { name: 'Clear filters' }).evaluate(node => node === document.activeElement))
  )
    await ada.page.keyboard.press('Tab')
  await expect(ada.page.locator('[role=tooltip]')).toHaveText('Clear filters')
  await ada.page.keyboard.press('Enter')
  await expect(ada.page.locator('[role=tooltip]')).toHaveCount(0)
})

test('a screen that is still loading gives the focus to its heading, also after the search was opened from the menu', {
  tag: '@main',
}, async ({ ada, bob }) => {
  const { page } = ada
  await page.route('**/api/members/*', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000))
    await route.continue()
  })
  await ada.opens('/events')
  await page.getByRole('navigation').getByRole('link', { name: 'Forum' }).focus()
  await opensSearch(ada, bob.member.name)
  await expect(chosen(ada)).toContainText(/Kowalski\s*Member/)
  await page.keyboard.press('Enter')
  await ada.seesHeading(bob.member.name)
  await expectFocusKept(page, heading(ada))
})

test('a click outside a dialog leaves the focus in it', async ({ ada }) => {
  await ada.opens('/forum')
  await ada.clicks('New Topic')
  const title = ada.page.getByRole('dialog').getByLabel('Title')
  await expect(title).toBeFocused()
  await ada.page.mouse.click(5, 400)
  await expectFocusKept(ada.page, title)
  await ada.page.keyboard.press('Escape')
  await expect(title).toHaveCount(0)
})

test('settings: ending another session', async ({ ada, server }) => {
  const { email, password } = ada.member
  for (let browser = 0; browser < 2; browser++)
    await server.visitor.asks('POST', '/api/auth/sign-in', { email, password })
  await ada.opens('/settings')
  const out = ada.page.getByRole('button', { name: /^Sign out (?!everywhere)/ })
  await expect(out).toHaveCount(3)
  await out.last().click()
  await expect(out).toHaveCount(2)
  await expectFocusKept(ada.page)
})

test('a click on nothing does not move the focus', async ({ ada }) => {
  await ada.opens('/forum')
  await ada.page.getByPlaceholder('Search topics...').click()
  await ada.page.mouse.click(2, 300)
  await ada.page.evaluate(() => document.querySelector('main')?.append(document.createElement('p')))
  await ada.page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await ada.page.evaluate(() => document.activeElement === document.body)).toBe(true)
})
