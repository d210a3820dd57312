import { axe, expect, lookAt, type Person, phone, test } from '../../tests/e2e/fixtures.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { createEvent, deleteEvent, updateEvent } from '../events/contract.ts'
import { createReply, createTopic } from '../forum/contract.ts'
import { addIntroductionComment, createIntroductionRequest } from '../introductions/contract.ts'
import { addInvestor, postComment } from '../investors/contract.ts'
import { remembersLit } from './lit.ts'

const bell = ({ page }: Person) => page.getByRole('button', { name: /^Notifications/ })
const opensFromBell = async (person: Person, words: string) => {
  await bell(person).click()
  await person.page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: words }).click()
}
/** Everything is read. An open dialog hides the bell from the accessibility tree, but not the title. */
const hasNothingUnread = ({ page }: Person) => expect(page).toHaveTitle(/^[^(]/)
const item = ({ page }: Person, text: string) => page.getByRole('listitem').filter({ hasText: text }).last()
const request = { request_title: 'Freight', context: 'Looking for pilots', your_company: 'Lakeside' }

test('a reply on the third page of a long topic is shown, lit, with those around it and ways to the others', async ({
  ada,
  bob,
  server,
}) => {
  test.slow()
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  for (let n = 1; n <= 70; n++)
    await ada.member.http.does(createReply, { id, content: `Thought number ${String(n).padStart(2, '0')}.` })
  const { id: target } = await bob.member.http.does(createReply, { id, content: 'The very reply.' })
  for (let n = 71; n <= 100; n++) await ada.member.http.does(createReply, { id, content: `Thought number ${n}.` })
  await notifyFollowers(server)
  await remembersLit(ada.page)
  await ada.opens('/')
  await opensFromBell(ada, 'Bob Kowalski replied to your topic “Payroll”')
  await expect(ada.page).toHaveURL(new RegExp(`/forum/${id}\\?reply=${target}$`))
  const reply = item(ada, 'The very reply.')
  await expect(reply).toHaveAttribute('data-was-lit')
  await expect(reply).toBeInViewport({ ratio: 1 })
  await lookAt(ada.page, 'reply-lit')
  await axe(ada.page)
  await hasNothingUnread(ada)
  await expect(item(ada, 'Thought number 66.')).toBeVisible()
  await expect(item(ada, 'Thought number 65.')).toHaveCount(0)

  // The same by its address, already in the page. Before there are new replies: those would be read again.
  const asked = ada.requestsTo(/around=/)
  await ada.page.reload()
  await expect(item(ada, 'The very reply.')).toHaveAttribute('data-was-lit')
  await expect(item(ada, 'The very reply.')).toBeInViewport({ ratio: 1 })
  expect(asked).toEqual([])

  // Earlier and later replies continue without gaps.
  await ada.clicks('Load earlier replies')
  await expect(item(ada, 'Thought number 46.')).toBeVisible()
  const shown = async () =>
    (await ada.page.getByRole('list', { name: 'Replies' }).getByRole('listitem').allInnerTexts()).map(
      text => /number (\d+)|very/.exec(text)?.[1] ?? 'very',
    )
  const upTo = async (last: number) => {
    const expected = Array.from({ length: last - 45 }, (_, n) => String(46 + n))
    expected.splice(25, 0, 'very')
    await expect.poll(shown).toEqual(expected)
  }
  await ada.page.getByText('Thought number 84.').scrollIntoViewIfNeeded()
  await upTo(100)
  await bob.member.http.does(createReply, { id, content: 'Thought number 101.' })
  await upTo(101)

  await ada.clicks('Back to topics')
  await expect(ada.page).toHaveURL(/\/forum$/)
})

test('a reply that is gone leads to its topic and those beside it', async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  const { id: gone } = await bob.member.http.does(createReply, { id, content: 'Gone' })
  await bob.member.http.does(createReply, { id, content: 'Still here' })
  await bob.member.http.asks('DELETE', `/api/comments/${gone}`)
  await ada.opens(`/forum/${id}?reply=${gone}`)
  await ada.sees('Still here')
  await expect(ada.page.getByRole('button', { name: 'Load earlier replies' })).toHaveCount(0)
  await expect(ada.page.locator('[data-lit]')).toHaveCount(0)
})

test('a comment on my request opens the request with the comment lit; its target is told too', {
  tag: '@main',
}, async ({ ada, bob, eve }) => {
  const { id } = await ada.member.http.does(createIntroductionRequest, {
    ...request,
    target_person: 'Eve Raman',
    target_profile_id: eve.member.http.profile_id,
  })
  await eve.opens('/')
  await opensFromBell(eve, 'Ada Osei named you as target of “Freight”')
  await expect(eve.page.getByRole('dialog').getByRole('heading', { name: 'Freight' })).toBeVisible()
  await expect.poll(() => eve.page.title()).toBe('Freight · The Community')

  await remembersLit(ada.page)
  await ada.opens('/forum')
  for (let n = 1; n <= 12; n++)
    await ada.member.http.does(addIntroductionComment, {
      requestId: id,
      comment_text: `My note ${n}. ${'More words. '.repeat(20)}`,
    })
  const { id: comment } = await bob.member.http.does(addIntroductionComment, {
    requestId: id,
    comment_text: 'I know her.',
  })
  for (let n = 1; n <= 12; n++)
    await ada.member.http.does(addIntroductionComment, {
      requestId: id,
      comment_text: `Later note ${n}. ${'More words. '.repeat(20)}`,
    })
  for (const size of [{ width: 1280, height: 800 }, phone]) {
    await ada.page.setViewportSize(size)
    await ada.opens(`/introduction-requests?request=${id}&comment=${comment}`)
    await expect(item(ada, 'I know her.')).toHaveAttribute('data-was-lit')
    await expect(item(ada, 'I know her.')).toBeInViewport({ ratio: 1 })
    await lookAt(ada.page, `request-comment-lit-${size.width}`)
    await axe(ada.page)
  }
  await hasNothingUnread(ada)
  await ada.page.keyboard.press('Escape')
  await expect(ada.page).toHaveURL(/\/introduction-requests$/)
})

test('a comment on my investor is shown and lit, also on a later page', async ({ ada, bob }) => {
  const { id } = await ada.member.http.does(addInvestor, { name: 'Ines Vela', firm: 'Prairie Seed' })
  await bob.member.http.does(postComment, { id, content: 'Answers quickly.', rating: 4 })
  for (let n = 1; n <= 60; n++) await ada.member.http.does(postComment, { id, content: `My note ${n}.` })
  await remembersLit(ada.page)
  await ada.opens('/')
  await opensFromBell(ada, 'Bob Kowalski commented on the investor “Ines Vela, Prairie Seed”')
  await expect(item(ada, 'Answers quickly.')).toHaveAttribute('data-was-lit')
  await expect(item(ada, 'Answers quickly.')).toBeInViewport({ ratio: 1 })
  await hasNothingUnread(ada)
  await lookAt(ada.page, 'investor-comment-lit')
  await ada.clicks('Back to investors')
  await expect(ada.page).toHaveURL(/\/investors$/)
})

test('a changed event opens; a deleted one leads to the calendar', async ({ ada, bob }) => {
  const event = { title: 'Demo day', description: 'Six pitches', location: 'mHUB', event_date: '2030-06-01' }
  const { id } = await ada.member.http.does(createEvent, event)
  await bob.member.http.does(updateEvent, { id, description: 'Seven pitches' })
  await ada.opens('/')
  await opensFromBell(ada, 'Bob Kowalski changed your event “Demo day”')
  await expect(ada.page.getByRole('dialog').getByText('Seven pitches')).toBeVisible()
  await hasNothingUnread(ada)
  await ada.opens('/')
  await bob.member.http.does(deleteEvent, { id })
  await expect(bell(ada)).toHaveAccessibleName('Notifications, 1 unread')
  await opensFromBell(ada, 'Bob Kowalski deleted your event “Demo day”')
  await ada.isAt('/events')
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
  await hasNothingUnread(ada)
})

test('account safety leads to the settings', async ({ ada, server }) => {
  const { email, password } = ada.member
  await server.visitor.asks('POST', '/api/auth/sign-in', { email, password }, { 'user-agent': 'Firefox/140.0 Linux' })
  await ada.opens('/')
  await opensFromBell(ada, 'Somebody signed in to your account on a new device (Firefox on Linux)')
  await ada.isAt('/settings')
  await hasNothingUnread(ada)
})

test('a link opened while the place is already open moves to the other reply', async ({ ada, bob, server }) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
  for (let n = 1; n <= 30; n++) await ada.member.http.does(createReply, { id, content: `Thought ${n}.` })
  await remembersLit(ada.page)
  await ada.opens(`/forum/${id}`)
  await ada.sees('Thought 20.')
  const { id: target } = await bob.member.http.does(createReply, { id, content: 'The very reply.' })
  await notifyFollowers(server)
  // It was read at once, since the topic is open.
  await hasNothingUnread(ada)
  await bell(ada).click()
  await ada.page
    .getByRole('dialog')
    .getByRole('link', { name: /Bob Kowalski replied/ })
    .click()
  await expect(ada.page).toHaveURL(new RegExp(`reply=${target}$`))
  await expect(item(ada, 'The very reply.')).toHaveAttribute('data-was-lit')
  await expect(item(ada, 'The very reply.')).toBeInViewport({ ratio: 1 })
})
