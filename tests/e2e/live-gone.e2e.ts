import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic } from '../../features/forum/contract.ts'
import { createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import { axe, expect, lookAt, type Person, test } from './fixtures.ts'

const unsent = (who: Person) =>
  who.page.locator('section').filter({ has: who.page.getByRole('heading', { name: 'What you were writing' }) })

test('an open topic that is deleted elsewhere shows a message and keeps unsent text visible', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Pricing a pilot', content: 'How much?' })
  await bob.opens(`/forum/${id}`)
  await bob.types('Your reply', 'We asked for a third up front')
  expect(await ada.member.http.tries('DELETE', `/api/posts/${id}`)).toBe(204)
  await bob.seesHeading('This topic could not be found')
  await bob.sees('It might have been deleted.')
  await bob.doesNotSee('Pricing a pilot')
  await expect(unsent(bob)).toContainText('We asked for a third up front')
  await axe(bob.page)
  await lookAt(bob.page, 'topic-gone')

  bob.expects(/status of 404/)
  await bob.page.reload()
  await expect(unsent(bob)).toContainText('We asked for a third up front')
  await bob.clicks('All topics')
  await bob.isAt('/forum')
})

test('an open request that is deleted elsewhere shows a message and keeps unsent text visible', async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createIntroductionRequest, {
    request_title: 'Meet a grocer',
    context: 'We sell shelf sensors.',
    your_company: 'Shelfie',
  })
  await bob.opens(`/introduction-requests?request=${id}`)
  await bob.types('Add a comment', 'I know two of them')
  expect(await ada.member.http.tries('DELETE', `/api/introduction-requests/${id}`)).toBeLessThan(300)
  await bob.seesHeading('This request could not be found')
  await bob.sees('It may have been deleted.')
  await bob.doesNotSee('Meet a grocer')
  await expect(unsent(bob)).toContainText('I know two of them')
  await axe(bob.page)
  await lookAt(bob.page, 'request-gone')
})

test('an open investor that is deleted elsewhere shows a message and keeps unsent text visible', async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  await bob.opens(`/investors?investor=${id}`)
  await bob.types('Add a comment', 'Answers within a day')
  expect(await ada.member.http.tries('DELETE', `/api/investors/${id}`)).toBeLessThan(300)
  await bob.seesHeading('Investor not found')
  await bob.doesNotSee('Ida Klein')
  await expect(unsent(bob)).toContainText('Answers within a day')
})

test('an edited reply stays visible too, with the new reply of another tab', async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Pricing a pilot', content: 'How much?' })
  await bob.member.http.does(createReply, { id, content: 'A third' })
  const otherTab = await bob.page.context().newPage()
  await otherTab.goto(`/forum/${id}`)
  await otherTab.getByLabel('Your reply', { exact: true }).fill('And the rest on delivery')
  await bob.opens(`/forum/${id}`)
  await bob.clicks('Edit', { on: 'A third' })
  await bob.types('Your reply', 'A third up front')
  expect(await ada.member.http.tries('DELETE', `/api/posts/${id}`)).toBe(204)
  await bob.seesHeading('This topic could not be found')
  await expect(unsent(bob).getByRole('listitem').locator('p')).toHaveText([
    'A third up front',
    'And the rest on delivery',
  ])
  await expect(unsent(bob).getByRole('button', { name: 'Copy' })).toHaveCount(2)
  await axe(bob.page)
  await lookAt(bob.page, 'topic-gone-edited')
  bob.expects(/status of 404/)
  await bob.page.reload()
  await expect(unsent(bob).getByRole('listitem')).toHaveCount(2)

  await unsent(bob).getByRole('button', { name: 'Discard' }).last().click()
  await expect(unsent(bob).getByRole('listitem').locator('p')).toHaveText(['A third up front'])
  await expect(unsent(bob).getByRole('listitem')).toBeFocused()
  // Another topic does not show it.
  await bob.opens(`/forum/${id}1`)
  await bob.seesHeading('This topic could not be found')
  await expect(unsent(bob)).toHaveCount(0)
})

test('an edited comment on a deleted investor stays visible', async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  await bob.member.http.does(postComment, { id, content: 'Answers' })
  await bob.opens(`/investors?investor=${id}`)
  await bob.types('Add a comment', 'Twice now')
  await bob.clicks('Edit comment', { on: 'Answers' })
  await bob.types('Edit your comment', 'Answers within a day')
  expect(await ada.member.http.tries('DELETE', `/api/investors/${id}`)).toBeLessThan(300)
  await bob.seesHeading('Investor not found')
  await expect(unsent(bob).getByRole('listitem').locator('p')).toHaveText(['Answers within a day', 'Twice now'])

  await bob.clicks('Log out')
  const question = bob.page.getByRole('alertdialog', { name: 'You have writing that was not sent' })
  await expect(question).toHaveAccessibleDescription('A comment on an investor (2)')
  await bob.clicks('Stay signed in')
  await bob.clicks('Discard', { on: 'Answers within a day' })
  await bob.clicks('Discard', { on: 'Twice now' })
  await expect(unsent(bob)).toHaveCount(0)
  await bob.clicks('Log out')
  await bob.isAt('/auth')
})

test('unsaved changes of a deleted topic, request, investor or event are shown at its address after a reload', async ({
  ada,
}) => {
  const { http } = ada.member
  const topic = await http.does(createTopic, { title: 'Pricing', content: 'How much?' })
  const request = await http.does(createIntroductionRequest, {
    request_title: 'Meet a grocer',
    context: 'We sell shelf sensors.',
    your_company: 'Shelfie',
  })
  const investor = await http.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  const event = await http.does(createEvent, {
    title: 'Demo day',
    description: 'Six pitches.',
    event_date: '2031-06-02',
    location: 'mHUB',
  })
  for (const [path, field, deleting] of [
    [`/forum/${topic.id}`, 'Title', `/api/posts/${topic.id}`],
    [`/introduction-requests?request=${request.id}`, 'Request Title', `/api/introduction-requests/${request.id}`],
    [`/investors?investor=${investor.id}`, 'Name', `/api/investors/${investor.id}`],
    [`/events?event=${event.id}`, 'Title', `/api/direct-events/${event.id}`],
  ] as const) {
    await ada.opens(path)
    const dialog = ada.page.getByRole('dialog')
    await (path.includes('request=') || path.includes('event=') ? dialog : ada.page.getByRole('article'))
      .getByRole('button', { name: 'Edit', exact: true })
      .click()
    await dialog.getByLabel(field, { exact: true }).fill(`Half written at ${path}`)
    expect(await http.tries('DELETE', deleting)).toBeLessThan(300)
    ada.expects(/status of 404/)
    await ada.page.reload()
    await expect(unsent(ada), path).toContainText(`Half written at ${path}`)
    await ada.clicks('Discard')
    await expect(unsent(ada)).toHaveCount(0)
  }
})

test('an unsent rating without text can be discarded', async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(addInvestor, { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  await bob.opens(`/investors?investor=${id}`)
  await bob.page.getByRole('radio', { name: '4 stars', exact: true }).check()
  expect(await ada.member.http.tries('DELETE', `/api/investors/${id}`)).toBeLessThan(300)
  await bob.seesHeading('Investor not found')
  await expect(unsent(bob)).toContainText('A change without text')
  await expect(unsent(bob).getByRole('button')).toHaveText(['Discard'])
  await bob.clicks('Discard')
  await expect(unsent(bob)).toHaveCount(0)
  await bob.clicks('Log out')
  await bob.isAt('/auth')
})

test('deleting your own topic leads to the list without a not-found message', async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'A bad idea', content: 'Never mind.' })
  await ada.opens(`/forum/${id}`)
  await bob.opens(`/forum/${id}`)
  await ada.page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes('could not be found')) document.body.dataset.seen = 'missing'
    }).observe(document.body, { childList: true, subtree: true })
  })
  // The live update arrives before the answer.
  await ada.page.route(`**/api/posts/${id}`, async route => {
    const answer = await route.fetch()
    await bob.seesHeading('This topic could not be found')
    await route.fulfill({ response: answer })
  })
  await ada.clicks('Delete')
  await ada.clicks('Delete', { on: 'Delete topic' })
  await ada.isTold('success', 'Post deleted')
  await ada.isAt('/forum')
  await expect(ada.page.locator('body[data-seen]')).toHaveCount(0)
})
