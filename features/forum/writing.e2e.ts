import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { keepToasts } from '../../tests/e2e/uncovered.ts'
import { createTopic } from './contract.ts'

const cardOf = (person: Person, title: string) => person.page.getByRole('article', { name: title })
const dialog = (person: Person) => person.page.getByRole('dialog')
const start = (person: Person, title: string, content = 'What would you do?') =>
  person.member.http.does(createTopic, { title, content, tags: ['Product'] })

test('Ada starts a topic', {
  tag: [
    '@FORUM-63',
    '@FORUM-65',
    '@FORUM-66',
    '@FORUM-67',
    '@FORUM-68',
    '@FORUM-69',
    '@FORUM-71',
    '@FORUM-72',
    '@FORUM-73',
    '@FORUM-74',
    '@FORUM-75',
    '@FORUM-90',
    '@FORUM-100',
    '@NAV-37',
    '@TXT-38',
  ],
}, async ({ ada }) => {
  test.slow()
  await keepToasts(ada.page)
  await ada.opens('/forum')
  await ada.clicks('New Topic')
  await ada.isAt('/forum/new')
  await expect(dialog(ada).getByRole('heading', { name: 'New Topic' })).toBeVisible()
  for (const label of ['Title', 'Category', 'Content'])
    await expect(dialog(ada).getByText(label, { exact: true }).locator('xpath=..')).toHaveText(`${label}*`)
  await expect(dialog(ada).getByLabel('Content')).toHaveAttribute('rows', '8')
  const category = dialog(ada).getByRole('combobox', { name: 'Category' })
  await expect(category).toHaveText('General')
  await category.click()
  await expect(ada.page.getByRole('option')).toHaveCount(8)
  await ada.page.getByRole('option', { name: 'Fundraising' }).click()
  await axe(ada.page)
  await lookAt(ada.page, 'topic-dialog')

  await dialog(ada).getByLabel('Content').fill('How much is too much?')
  await ada.clicks('Create Topic')
  await ada.isTold('destructive', 'Missing required fields', 'Please fill in all required fields.')
  await ada.page.getByRole('button', { name: 'Dismiss' }).click()
  await dialog(ada).getByLabel('Content').fill('')
  await dialog(ada).getByLabel('Title').fill('Dilution')
  await ada.clicks('Create Topic')
  await ada.isTold('destructive', 'Missing required fields', 'Please fill in all required fields.')
  await axe(ada.page)
  await lookAt(ada.page, 'topic-dialog-missing')
  await ada.clicks('Cancel')
  await expect(dialog(ada)).toHaveCount(0)
  await ada.isAt('/forum')
  await expect(cardOf(ada, 'Dilution')).toHaveCount(0)

  await ada.opens('/forum/new')
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('')
  await dialog(ada).getByLabel('Title').fill('Dilution')
  await dialog(ada).getByLabel('Content').fill('How much is **too** much?')
  await ada.clicks('Preview')
  await expect(dialog(ada).getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('too')
  await ada.clicks('Write')
  const sent = ada.requestsTo(/\/api\/posts$/)
  await ada.page.getByRole('button', { name: 'Create Topic' }).dblclick()
  await ada.isTold('success', 'Post created')
  await ada.isAt('/forum')
  await expect(ada.page.getByRole('article').first()).toHaveAccessibleName('Dilution')
  expect(sent.filter(request => request.method === 'POST').map(request => request.body)).toEqual([
    {
      title: 'Dilution',
      content: 'How much is **too** much?',
      tags: ['General'],
      is_anonymous: false,
      user_id: ada.member.http.profile_id,
    },
  ])
})

test('only the author pins, edits and deletes a topic', {
  tag: [
    '@FORUM-20',
    '@FORUM-21',
    '@FORUM-22',
    '@FORUM-23',
    '@FORUM-24',
    '@FORUM-64',
    '@FORUM-70',
    '@FORUM-77',
    '@FORUM-78',
    '@FORUM-79',
    '@FORUM-91',
    '@FORUM-92',
    '@FORUM-96',
    '@FORUM-98',
  ],
}, async ({ ada, bob }) => {
  const topic = await start(ada, 'Hiring in Pilsen')
  await bob.opens('/forum?q=pilsen')
  await expect(cardOf(bob, 'Hiring in Pilsen')).toBeVisible()
  for (const name of ['Pin', 'Unpin', 'Edit', 'Delete'])
    await expect(cardOf(bob, 'Hiring in Pilsen').getByRole('button', { name, exact: true })).toHaveCount(0)

  await ada.opens('/forum?q=pilsen')
  const letGo = await ada.holdsBack('**/pin')
  await ada.clicks('Pin', { on: 'Hiring in Pilsen' })
  // Before the server replies.
  await expect(cardOf(ada, 'Hiring in Pilsen').getByText('Pinned', { exact: true })).toBeVisible()
  letGo()
  await ada.isTold('success', 'Post pinned')
  await lookAt(ada.page, 'forum-mine')
  await ada.clicks('Unpin', { on: 'Hiring in Pilsen' })
  await ada.isTold('success', 'Post unpinned')
  await expect(ada.page.locator('[data-toast]').getByText('Post pinned')).toHaveCount(0)
  await expect(cardOf(ada, 'Hiring in Pilsen').getByText('Pinned', { exact: true })).toHaveCount(0)

  await ada.clicks('Edit', { on: 'Hiring in Pilsen' })
  await expect(dialog(ada).getByRole('heading', { name: 'Edit Topic' })).toBeVisible()
  await expect(dialog(ada).getByLabel('Title')).toHaveValue('Hiring in Pilsen')
  await expect(dialog(ada).getByLabel('Content')).toHaveValue('What would you do?')
  await expect(dialog(ada).getByRole('combobox', { name: 'Category' })).toHaveText('Product')
  await dialog(ada).getByLabel('Title').fill('Hiring in Pilsen, part two')
  await ada.clicks('Update Topic')
  await ada.isTold('success', 'Post updated')
  await expect(cardOf(ada, 'Hiring in Pilsen, part two').getByText('· edited')).toBeVisible()

  const question = 'Are you sure you want to delete this post? This action cannot be undone.'
  await ada.clicks('Delete', { on: 'Hiring in Pilsen, part two' })
  await ada.clicks('Cancel', { on: question })
  await expect(cardOf(ada, 'Hiring in Pilsen, part two')).toBeVisible()
  await ada.clicks('Delete', { on: 'Hiring in Pilsen, part two' })
  await ada.clicks('Delete', { on: question })
  await ada.isTold('success', 'Post deleted')
  await expect(cardOf(ada, 'Hiring in Pilsen, part two')).toHaveCount(0)
  expect(await ada.member.http.tries('GET', `/api/posts/${topic.id}`)).toBe(404)
})
