import { sql } from '../../database/connection/sql.ts'
import type { TestServer } from '../test-server.ts'
import { expect, type Person, test } from './fixtures.ts'

type Made = { id: number }
const makes = async (who: Person, path: string, body: object) =>
  ((await who.member.http.asks('POST', path, body)).json as Made).id
const does = async (who: Person, method: string, path: string, body?: object) =>
  expect(await who.member.http.tries(method, path, body)).toBeLessThan(300)
const createsTopic = (who: Person, title: string, more: object = {}) =>
  makes(who, '/api/posts', { title, content: 'What do you think?', tags: ['General'], ...more })
const answers = (who: Person, topic: number, content: string) => makes(who, `/api/posts/${topic}/comments`, { content })

const pill = (who: Person, words: string) => who.page.getByRole('button', { name: words, exact: true })
const topic = (who: Person, title: string) => who.page.getByRole('article', { name: title, exact: true })
/** Makes all changes older than those which a new stream sends again: these may make a screen fetch its rows again while it is loaded. */
const ageChanges = (server: TestServer) => server.owner.run(sql`update live_changes set at = at - interval '1 minute'`)
const scrolled = (who: Person) => who.page.evaluate(() => window.scrollY)

test('new topics wait behind a button; likes, pins, edits and deletions are applied in place', {
  tag: '@main',
}, async ({ ada, bob, server }) => {
  for (let n = 1; n <= 9; n++) await createsTopic(ada, `Older topic ${n}`)
  await ageChanges(server)
  await bob.opens('/forum')
  await expect(topic(bob, 'Older topic 9')).toBeVisible()
  await topic(bob, 'Older topic 3').scrollIntoViewIfNeeded()
  const before = await scrolled(bob)
  expect(before).toBeGreaterThan(0)

  const first = await createsTopic(ada, 'Hiring in Pilsen')
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await createsTopic(ada, 'Office space in the Loop', { is_anonymous: true })
  await expect(pill(bob, '2 new topics')).toBeVisible()
  await expect(topic(bob, 'Hiring in Pilsen')).toHaveCount(0)
  expect(await scrolled(bob)).toBe(before)

  await pill(bob, '2 new topics').click()
  await expect(topic(bob, 'Hiring in Pilsen')).toBeInViewport()
  await expect(topic(bob, 'Office space in the Loop')).toBeInViewport()
  await expect(bob.page.getByRole('button', { name: /new topics?$/ })).toHaveCount(0)

  const card = topic(bob, 'Hiring in Pilsen')
  await does(ada, 'PUT', `/api/posts/${first}/like`)
  await expect(card.getByRole('button', { name: /^Like\s*1$/ })).toBeVisible()
  await answers(ada, first, 'Me too')
  await expect(card.getByText('1 reply')).toBeVisible()
  await does(ada, 'PUT', `/api/posts/${first}/pin`)
  await expect(card.getByText('Pinned')).toBeVisible()
  await does(ada, 'PATCH', `/api/posts/${first}`, { title: 'Hiring in Bridgeport' })
  await expect(topic(bob, 'Hiring in Bridgeport')).toBeVisible()
  await does(ada, 'DELETE', `/api/posts/${first}`)
  await expect(topic(bob, 'Hiring in Bridgeport')).toHaveCount(0)
})

test('the next page continues after the last row shown, also if rows were added since', async ({
  ada,
  bob,
  server,
}) => {
  for (let n = 1; n <= 25; n++) await createsTopic(ada, `Topic ${n}`)
  await ageChanges(server)
  await bob.opens('/forum')
  await expect(topic(bob, 'Topic 6')).toHaveCount(1)
  await createsTopic(ada, 'Quite new')
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await topic(bob, 'Topic 6').scrollIntoViewIfNeeded()
  await expect(topic(bob, 'Topic 1')).toBeVisible()
  for (let n = 1; n <= 25; n++) await expect(topic(bob, `Topic ${n}`)).toHaveCount(1)
})

test('a filtered list counts only matching new rows, and not the member’s own', async ({ ada, bob, server }) => {
  await createsTopic(ada, 'Offer letters', { tags: ['Legal'] })
  await ageChanges(server)
  await bob.opens('/forum?category=Legal')
  await expect(topic(bob, 'Offer letters')).toBeVisible()
  await createsTopic(ada, 'Growth loops', { tags: ['Growth'] })
  await createsTopic(ada, 'Leases and lawyers', { tags: ['Legal'] })
  await expect(pill(bob, '1 new topic')).toBeVisible()
  await pill(bob, '1 new topic').click()
  await expect(topic(bob, 'Leases and lawyers')).toBeVisible()

  await bob.clicks('New Topic')
  await bob.page.getByLabel('Title').fill('My own lawyer')
  await bob.page.getByRole('combobox', { name: 'Category' }).last().click()
  await bob.page.getByRole('option', { name: 'Legal' }).click()
  await bob.page.getByLabel('Content').fill('Recommended.')
  await bob.page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Post|Create)/ })
    .click()
  await expect(topic(bob, 'My own lawyer')).toBeVisible()
  // A later update has arrived, so the earlier one has been processed.
  await createsTopic(ada, 'Trademarks', { tags: ['Legal'] })
  await expect(pill(bob, '1 new topic')).toBeVisible()
})

test('replies appear in an open topic while a member types: text, caret and scroll position stay', {
  tag: '@main',
}, async ({ ada, bob, server }) => {
  const id = await createsTopic(ada, 'Pricing a pilot')
  const old = await answers(ada, id, 'We asked for a third up front.')
  await ageChanges(server)
  await bob.opens(`/forum/${id}`)
  const box = bob.page.getByLabel('Your reply')
  await box.fill('We did it for')
  await box.press('End')
  const before = { y: await scrolled(bob), box: await box.boundingBox() }

  await answers(ada, id, 'And the rest on delivery.')
  await bob.sees('And the rest on delivery.')
  await bob.seesHeading('Replies (2)')
  await bob.page.keyboard.type(' free')
  await expect(box).toHaveValue('We did it for free')
  await expect(box).toBeFocused()
  expect(await scrolled(bob)).toBeGreaterThanOrEqual(before.y)

  await does(ada, 'PATCH', `/api/comments/${old}`, { content: 'We asked for half up front.' })
  await bob.sees('We asked for half up front.')
  await does(ada, 'DELETE', `/api/comments/${old}`)
  await bob.doesNotSee('We asked for half up front.')
  await does(ada, 'PUT', `/api/posts/${id}/like`)
  await expect(bob.page.getByRole('button', { name: /^Like\s*1$/ })).toBeVisible()
  await expect(box).toHaveValue('We did it for free')

  // The own reply is shown once, by the answer or by the live update.
  await bob.page.keyboard.press('Control+Enter')
  await bob.isTold('success', 'Reply posted')
  await answers(ada, id, 'Brave.')
  await bob.sees('Brave.')
  await expect(bob.page.getByRole('list', { name: 'Replies' }).getByText('We did it for free')).toHaveCount(1)
})

const event = (title: string) => ({
  title,
  description: 'Come as you are.',
  location: 'Fulton Market',
  event_date: '2099-05-01',
  start_time: '18:00',
  end_time: '20:00',
})

test('events and resources appear, change and disappear', async ({ ada, bob, server }) => {
  await makes(ada, '/api/direct-events', event('Demo night'))
  await ageChanges(server)
  await bob.opens('/events')
  await expect(topic(bob, 'Demo night')).toBeVisible()
  const id = await makes(ada, '/api/direct-events', event('Pitch practice'))
  await pill(bob, '1 new event').click()
  await expect(topic(bob, 'Pitch practice')).toBeVisible()
  await does(ada, 'PATCH', `/api/direct-events/${id}`, { location: 'Navy Pier' })
  await expect(topic(bob, 'Pitch practice').getByText('Navy Pier')).toBeVisible()
  await does(ada, 'DELETE', `/api/direct-events/${id}`)
  await expect(topic(bob, 'Pitch practice')).toHaveCount(0)

  await ageChanges(server)
  await bob.opens('/resources')
  await bob.seesHeading('Resources')
  await makes(ada, '/api/resources', { title: 'Term sheet, annotated', url: 'https://example.com/terms' })
  await pill(bob, '1 new resource').click()
  await bob.seesHeading('Term sheet, annotated')
})

test('investors appear, ratings update the average, and a private comment is invisible to others', {
  tag: '@main',
}, async ({ ada, bob, server }) => {
  const first = await makes(ada, '/api/investors', { name: 'Ida Klein', firm: 'Lakeshore Seed' })
  await ageChanges(server)
  await bob.opens('/investors')
  const card = bob.page.getByRole('listitem').filter({ has: bob.page.getByRole('link', { name: 'Ida Klein' }) })
  await expect(card.getByText('No ratings yet')).toBeVisible()
  await makes(ada, '/api/investors', { name: 'Bo Anders', firm: 'Prairie Fund' })
  await pill(bob, '1 new investor').click()
  await bob.seesHeading('Bo Anders')
  const rates = (content: string, rating: number, is_private: boolean) =>
    makes(ada, `/api/investors/${first}/comments`, { content, rating, is_private })
  await rates('Answers fast', 4, false)
  await expect(card.getByRole('img', { name: '4.0 out of 5 stars, rated by 1 member' })).toBeVisible()

  await bob.clicks('Ida Klein')
  await bob.sees('Answers fast')
  await bob.page.getByLabel('Your comment').or(bob.page.getByRole('textbox').last()).first().fill('I met her once')
  await rates('Between us: avoid', 1, true)
  await rates('Kept her word', 5, false)
  await expect(pill(bob, '1 new comment')).toBeVisible()
  await expect(bob.page.getByRole('img', { name: '4.5 out of 5 stars, rated by 1 member' })).toBeVisible()
  await bob.doesNotSee('Kept her word')
  await pill(bob, '1 new comment').click()
  await bob.sees('Kept her word')
  await bob.doesNotSee('Between us: avoid')
  await expect(bob.page.getByRole('textbox').first()).toHaveValue('I met her once')
})

test('introduction requests and the comments on them appear', async ({ ada, bob, server }) => {
  const asks = (request_title: string) =>
    makes(ada, '/api/direct-introduction-requests', {
      request_title,
      context: 'We sell shelf sensors.',
      your_company: 'Shelfie',
      urgency: 'high',
    })
  const id = await asks('Meet a grocer')
  await ageChanges(server)
  await bob.opens('/introduction-requests')
  await bob.sees('Meet a grocer')
  await asks('Meet a baker')
  await pill(bob, '1 new request').click()
  await bob.sees('Meet a baker')
  await does(ada, 'PATCH', `/api/introduction-requests/${id}`, { status: 'in_progress' })
  const row = bob.page.getByRole('row').filter({ hasText: 'Meet a grocer' })
  await expect(row.getByText('In Progress')).toBeVisible()

  await ageChanges(server)
  await bob.opens(`/introduction-requests?request=${id}`)
  const comments = (comment_text: string) => makes(ada, `/api/introduction-requests/${id}/comments`, { comment_text })
  await bob.sees('No comments yet. Do you know somebody who can help?')
  await bob.types('Add a comment', 'I know')
  // An empty list is filled at once, because nothing can move.
  await comments('Any grocer will do')
  await bob.sees('Any grocer will do')
  await comments('A big one is better')
  await expect(pill(bob, '1 new comment')).toBeVisible()
  await bob.doesNotSee('A big one is better')
  await pill(bob, '1 new comment').click()
  await bob.sees('A big one is better')
  await expect(bob.page.getByLabel('Add a comment')).toHaveValue('I know')
})

test('the dashboard updates by itself, the activity list behind a button', async ({ ada, bob, server }) => {
  await createsTopic(ada, 'Before lunch')
  await ageChanges(server)
  await bob.opens('/')
  await bob.sees('Before lunch')
  await createsTopic(ada, 'After lunch')
  await expect(bob.page.getByRole('link', { name: 'After lunch' }).first()).toBeVisible()
  await ageChanges(server)
  await bob.opens('/activity')
  const list = bob.page.getByRole('list', { name: 'Recent activity' })
  await expect(list.getByText('After lunch')).toBeVisible()
  await createsTopic(ada, 'Tea time')
  await pill(bob, '1 new activity').click()
  await expect(list.getByText('Tea time')).toBeVisible()
})
