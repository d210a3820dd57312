import { expect, type Person, test } from '../../tests/e2e/fixtures.ts'
import { addIntroductionComment, createIntroductionRequest } from './contract.ts'
import { statuses, statusLabels } from './shared/labels.ts'

const asks = (person: Person, request_title: string, more: object = {}) =>
  person.member.http.does(createIntroductionRequest, {
    request_title,
    context: 'We rebuild how rail ramps book trucks.',
    your_company: 'Lakeline Freight',
    target_person: 'Tom Nakamura',
    target_email: 'tom@example.com',
    ...more,
  })
const comments = (person: Person, requestId: number, comment_text: string) =>
  person.member.http.does(addIntroductionComment, { requestId, comment_text })
const requestUrl = (id: number) => `**/api/introduction-requests/${id}`
const dialogOf = (person: Person) => person.page.getByRole('dialog')
const question = (person: Person) => person.page.getByRole('alertdialog', { name: 'Are you sure?' })
const texts = (person: Person) => dialogOf(person).locator('li p.whitespace-pre-wrap')

test('Ada opens her request, and changes it', {
  tag: [
    '@INTRO-13',
    '@INTRO-14',
    '@INTRO-15',
    '@INTRO-16',
    '@INTRO-17',
    '@INTRO-28',
    '@INTRO-41',
    '@INTRO-96',
    '@INTRO-103',
  ],
}, async ({ ada }) => {
  const { id, version = 0 } = await asks(ada, 'Meet a dispatcher')
  const { page } = ada
  const dialog = dialogOf(ada)
  await ada.opens('/introduction-requests?mine=true')
  // A click anywhere on the row opens it.
  await page.getByRole('cell', { name: 'Lakeline Freight' }).click()
  await expect(page.getByRole('dialog', { name: 'Meet a dispatcher' })).toBeVisible()
  await expect(page).toHaveURL(url => url.searchParams.get('request') === String(id))
  for (const shown of ['We rebuild how rail ramps book trucks.', 'Tom Nakamura', 'tom@example.com', 'Ada Osei'])
    await expect(dialog.getByText(shown, { exact: true }).first()).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Comments (0)' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect(dialog.getByText(/asked for this introduction/)).toBeVisible()

  // Every status can follow every other: one round through all five.
  const sent = ada.requestsTo(/\/api\/introduction-requests\/\d+$/)
  for (const status of [...statuses.slice(1), statuses[0]]) {
    await ada.clicks('Edit')
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: statusLabels[status], exact: true }).click()
    await ada.clicks('Save Changes')
    await expect(dialog.locator('dd [data-tone]')).toHaveText(statusLabels[status])
  }
  await expect(dialog.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(6)
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual(
    [...statuses.slice(1), statuses[0]].map((status, n) => ({
      id,
      user_id: ada.member.http.user_id,
      status,
      version: version + n,
    })),
  )

  await ada.clicks('Edit')
  await expect(dialog.getByLabel('Request Title')).toBeFocused()
  await ada.types('Request Title', 'ab')
  await ada.clicks('Save Changes')
  await ada.sees('Title must be at least 3 characters long')
  await ada.clicks('Cancel')
  await expect(dialog.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Meet a dispatcher' })).toBeVisible()

  await ada.clicks('Edit')
  await ada.types('Request Title', 'Meet two dispatchers')
  // The draft survives a reload.
  await page.reload()
  await expect(dialog.getByLabel('Request Title')).toHaveValue('Meet two dispatchers')
  await ada.clicks('Save Changes')
  await ada.isTold('success', 'Request updated')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await ada.sees('Meet two dispatchers')

  await page.getByRole('button', { name: 'View' }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await ada.isAt('/introduction-requests')
})

test('Bob reads Ada’s request, but not the target’s email, and can change nothing', {
  tag: ['@INTRO-12', '@INTRO-41', '@INTRO-42'],
}, async ({ ada, bob }) => {
  const { id } = await asks(ada, 'Only Ada edits this')
  await bob.opens(`/introduction-requests?request=${id}`)
  await bob.seesHeading('Only Ada edits this')
  const dialog = dialogOf(bob)
  await expect(dialog.getByText('Tom Nakamura')).toBeVisible()
  await expect(dialog.getByText('tom@example.com')).toHaveCount(0)
  await expect(dialog.getByText('Target Email')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^(Edit|Delete)$/ })).toHaveCount(0)

  bob.expects(/404/)
  await bob.opens('/introduction-requests?request=999999')
  await bob.seesHeading('This request could not be found')
  // No Try Again for a deleted request.
  await expect(bob.page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
})

test('comments are added and deleted, the newest first', {
  tag: [
    '@INTRO-35',
    '@INTRO-37',
    '@INTRO-39',
    '@INTRO-40',
    '@INTRO-43',
    '@INTRO-98',
    '@INTRO-99',
    '@INTRO-100',
    '@INTRO-101',
    '@API-98',
  ],
}, async ({ ada, bob, eve }) => {
  const { id } = await asks(ada, 'Who knows Tom?')
  await comments(bob, id, 'I do.')
  await ada.opens(`/introduction-requests?mine=true&request=${id}`)
  await ada.clicks('Add Comment')
  await ada.isTold('destructive', 'Comment is empty', 'Please enter a comment.')

  const read = ada.requestsTo(/\/api\/introduction-comments\//)
  await ada.types('Add a comment', 'Would you introduce us?')
  await ada.page.reload()
  await expect(ada.page.getByLabel('Add a comment')).toHaveValue('Would you introduce us?')
  read.length = 0
  await ada.clicks('Add Comment')
  await ada.isTold('success', 'Comment added')
  await expect(texts(ada)).toHaveText(['Would you introduce us?', 'I do.'])
  await expect(ada.page.getByLabel('Add a comment')).toHaveValue('')
  expect(read).toHaveLength(1)

  // Only the comment's author and the requester can delete it.
  await eve.opens(`/introduction-requests?request=${id}`)
  await expect(texts(eve)).toHaveCount(2)
  await expect(dialogOf(eve).getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  await bob.opens(`/introduction-requests?request=${id}`)
  await bob.clicks('Delete comment')
  await expect(question(bob)).toContainText('This will permanently delete this comment.')
  await bob.clicks('Delete', { on: 'This will permanently delete this comment.' })
  await bob.isTold('success', 'Comment deleted')
  await expect(texts(bob)).toHaveText(['Would you introduce us?'])
})

test('Ada deletes her request, and the list is read again', {
  tag: ['@INTRO-42', '@INTRO-97', '@INTRO-100', '@INTRO-102', '@INTRO-103', '@API-97'],
}, async ({ ada }) => {
  const { id } = await asks(ada, 'Soon to be gone')
  await asks(ada, 'Here to stay')
  await ada.opens(`/introduction-requests?mine=true&request=${id}`)
  await ada.clicks('Delete', { on: 'Soon to be gone' })
  await expect(question(ada)).toContainText(
    'This will permanently delete this introduction request and all its comments. This action cannot be undone.',
  )
  await question(ada).getByRole('button', { name: 'Cancel' }).click()
  await ada.seesHeading('Soon to be gone')

  const read = ada.requestsTo(/\/api\/direct-introduction-requests/)
  await ada.clicks('Delete', { on: 'Soon to be gone' })
  await question(ada).getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('success', 'Request deleted')
  await expect(dialogOf(ada)).toHaveCount(0)
  await ada.doesNotSee('Soon to be gone')
  await ada.sees('Here to stay')
  expect(read).toHaveLength(1)
})

test('what fails is told by a destructive toast, and nothing typed is lost', {
  tag: ['@INTRO-90', '@INTRO-91', '@INTRO-92', '@INTRO-93', '@INTRO-95'],
}, async ({ ada }) => {
  const { id } = await asks(ada, 'Nothing works today')
  await comments(ada, id, 'Stays.')
  ada.expects(/500|502/)
  const failure = { status: 500, json: { error: 'Out of order' } }
  const { page } = ada
  await ada.opens(`/introduction-requests?mine=true&request=${id}`)

  await ada.gets(`${requestUrl(id)}/comments`, { status: 502, body: '<html>Bad gateway</html>' })
  await ada.types('Add a comment', 'Hello?')
  await ada.clicks('Add Comment')
  await ada.isTold(
    'destructive',
    'Failed to add comment',
    'Failed to add comment: Server error - received HTML instead of JSON (status 502)',
  )
  await expect(page.getByLabel('Add a comment')).toHaveValue('Hello?')

  await ada.gets(`${requestUrl(id)}/comments/*`, failure)
  await ada.clicks('Delete comment')
  await question(ada).getByRole('button', { name: 'Delete' }).click()
  await ada.isTold('destructive', 'Failed to delete comment', 'Failed to delete comment: Out of order')
  await ada.sees('Stays.')

  await page.route(requestUrl(id), route =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(failure),
  )
  await ada.clicks('Delete', { on: 'Nothing works today' })
  await question(ada).getByRole('button', { name: 'Delete' }).click()
  await ada.isTold(
    'destructive',
    'Failed to delete request',
    'Failed to delete request: 500 - {"error":"Out of order"}',
  )
  await ada.clicks('Edit')
  await ada.types('Context', 'A context that should be kept.')
  await ada.clicks('Save Changes')
  await ada.isTold(
    'destructive',
    'Failed to update request',
    'Failed to update request: 500 - {"error":"Out of order"}',
  )
  await expect(page.getByLabel('Context')).toHaveValue('A context that should be kept.')
})

test('with the session gone, the toast is an authentication error', { tag: ['@INTRO-94', '@INTRO-95'] }, async ({
  ada,
}) => {
  const { id } = await asks(ada, 'Left open over night')
  ada.expects(/401/)
  await ada.opens(`/introduction-requests?mine=true&request=${id}`)
  await ada.clicks('Edit')
  await ada.types('Request Title', 'Edited too late')
  // Only once the request is sent: otherwise the live stream ends the session first.
  await ada.page.route(/\/api\/introduction-requests\/\d+$/, async route => {
    if (route.request().method() === 'PATCH') await ada.member.http.asks('POST', '/api/auth/sign-out')
    await route.continue()
  })
  await ada.clicks('Save Changes')
  await ada.isTold('destructive', 'Authentication Error', 'You must be logged in to update a request')
  await ada.isAt('/auth')
  await ada.types('Email', ada.member.email)
  await ada.types('Password', ada.member.password)
  await ada.clicks('Login')
  await expect(ada.page.getByLabel('Request Title')).toHaveValue('Edited too late')
})
