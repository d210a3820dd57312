import { axe, expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { createReply, createTopic, deleteReply, likeTopic, listReplies, pinTopic } from './contract.ts'

const replies = (person: Person) => person.page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
const replyOf = (person: Person, text: string) => replies(person).filter({ hasText: text })
const box = (person: Person) => person.page.getByLabel('Your reply')
const start = (person: Person, title: string) =>
  person.member.http.does(createTopic, { title, content: 'What would you do?', tags: ['Product'] })

test('a topic opens on the forum screen, and the arrow leads back to the same list', {
  tag: [
    '@FORUM-35',
    '@FORUM-36',
    '@FORUM-37',
    '@FORUM-38',
    '@FORUM-39',
    '@FORUM-40',
    '@FORUM-41',
    '@FORUM-42',
    '@FORUM-43',
    '@NAV-17',
    '@NAV-36',
  ],
}, async ({ ada, bob }) => {
  test.slow()
  const content = `First paragraph, **bold** and *soft*, with https://example.com/x and \`code\`.\n\n- one\n- two\n\n> said\n\n${'Long. '.repeat(300)}The very end.`
  const topic = await ada.member.http.does(createTopic, { title: 'A long look back', content, tags: ['Product'] })
  await ada.member.http.does(pinTopic, { id: topic.id })
  await bob.member.http.does(createReply, { id: topic.id, content: 'Thanks for this.' })

  await bob.opens('/forum?q=long+look')
  await bob.clicks('View Topic', { on: 'A long look back' })
  await bob.isAt(`/forum/${topic.id}`)
  await expect(bob.page.getByRole('heading', { level: 1, name: 'A long look back' })).toBeVisible()
  const shown = bob.page.getByRole('article', { name: 'A long look back' })
  await expect(shown.getByText('Product', { exact: true })).toBeVisible()
  await expect(shown.getByText('Pinned', { exact: true })).toBeVisible()
  await expect(shown.getByText('Ada Osei')).toBeVisible()
  const today = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'America/Chicago',
  }).format(new Date())
  await expect(shown.getByText(today)).toBeVisible()
  await expect(shown.getByText('1 reply')).toBeVisible()
  await expect(shown).toContainText('The very end.')
  await expect(shown.locator('strong')).toHaveText('bold')
  await expect(shown.locator('blockquote')).toHaveText('said')
  const link = shown.getByRole('link', { name: 'https://example.com/x' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(link).toHaveAttribute('target', '_blank')
  await axe(bob.page)
  await lookAt(bob.page, 'topic')

  await bob.clicks('Back to topics')
  await bob.isAt('/forum')
  await expect(bob.page.getByPlaceholder('Search topics...')).toHaveValue('long look')
  // The arrow went back in the history, as Back does.
  await bob.page.goForward()
  await bob.isAt(`/forum/${topic.id}`)
  await bob.page.reload()
  await expect(bob.page.getByRole('heading', { level: 1, name: 'A long look back' })).toBeVisible()
})

test('Bob replies to Ada’s topic', {
  tag: [
    '@FORUM-44',
    '@FORUM-45',
    '@FORUM-46',
    '@FORUM-47',
    '@FORUM-49',
    '@FORUM-50',
    '@FORUM-53',
    '@FORUM-54',
    '@FORUM-58',
    '@FORUM-60',
    '@FORUM-93',
    '@FORUM-101',
    '@TXT-37',
  ],
}, async ({ ada, bob }) => {
  test.slow()
  const topic = await start(ada, 'Rename the product?')
  await bob.opens(`/forum/${topic.id}`)
  await bob.seesHeading('Replies (0)')
  await bob.seesHeading('No replies yet')
  await bob.sees('Be the first to reply to this topic.')
  await bob.seesHeading('Add a reply')
  await expect(box(bob)).toHaveAttribute('rows', '4')
  await expect(bob.page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  const post = bob.page.getByRole('button', { name: 'Post', exact: true })
  await expect(post).toBeDisabled()
  await box(bob).fill('   ')
  await expect(post).toBeDisabled()
  await axe(bob.page)

  const sent = bob.writesTo(/\/comments$/)
  await box(bob).fill('Keep it, and say why.')
  await post.dblclick()
  await bob.isTold('success', 'Reply posted')
  await bob.seesHeading('Replies (1)')
  await expect(replies(bob)).toHaveCount(1)
  await expect(replyOf(bob, 'Keep it, and say why.')).toContainText('Bob Kowalski')
  await expect(box(bob)).toHaveValue('')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({
    parent_comment_id: null,
    is_anonymous: false,
    likes_count: 0,
    post_id: topic.id,
    user_id: bob.member.http.profile_id,
  })

  await ada.member.http.does(createReply, { id: topic.id, content: 'Because of the domain.' })
  await bob.page.reload()
  await expect(replies(bob)).toContainText(['Keep it, and say why.', 'Because of the domain.'])
  await bob.seesHeading('Replies (2)')
})

test('the author of a reply edits and deletes it, nobody else', {
  tag: [
    '@FORUM-48',
    '@FORUM-51',
    '@FORUM-52',
    '@FORUM-55',
    '@FORUM-56',
    '@FORUM-57',
    '@FORUM-58',
    '@FORUM-61',
    '@FORUM-94',
    '@FORUM-95',
    '@FORUM-97',
    '@FORUM-98',
  ],
}, async ({ ada, bob }) => {
  test.slow()
  const topic = await start(ada, 'Which accountant?')
  await bob.member.http.does(createReply, { id: topic.id, content: 'The one upstairs.' })
  await ada.opens(`/forum/${topic.id}`)
  await expect(replies(ada)).toHaveCount(1)
  await expect(replies(ada).getByRole('button')).toHaveCount(0)

  await bob.opens(`/forum/${topic.id}`)
  await replies(bob).getByRole('button', { name: 'Edit' }).click()
  await bob.seesHeading('Edit your reply')
  await expect(box(bob)).toHaveValue('The one upstairs.')
  await expect(box(bob)).toBeFocused()
  const update = bob.page.getByRole('button', { name: 'Update', exact: true })
  await box(bob).fill(' ')
  await expect(update).toBeDisabled()
  await box(bob).fill('Never mind')
  await bob.clicks('Cancel')
  await bob.seesHeading('Add a reply')
  await expect(replies(bob)).toContainText(['The one upstairs.'])

  await replies(bob).getByRole('button', { name: 'Edit' }).click()
  await box(bob).fill('The one downstairs.')
  await update.click()
  await bob.isTold('success', 'Reply updated')
  await bob.seesHeading('Add a reply')
  await expect(box(bob)).toHaveValue('')
  await expect(replies(bob)).toContainText(['The one downstairs.'])
  await expect(replies(bob)).toContainText(['edited'])

  await replies(bob).getByRole('button', { name: 'Delete' }).click()
  await bob.sees('Are you sure you want to delete this reply?')
  await axe(bob.page)
  await lookAt(bob.page, 'reply-delete')
  await bob.clicks('Cancel', { on: 'Are you sure you want to delete this reply?' })
  await expect(replies(bob)).toHaveCount(1)
  await replies(bob).getByRole('button', { name: 'Delete' }).click()
  await bob.clicks('Delete', { on: 'Are you sure you want to delete this reply?' })
  await bob.isTold('success', 'Reply deleted')
  await bob.seesHeading('No replies yet')
  await bob.seesHeading('Replies (0)')
})

test('deleting replies of a loaded page does not skip later replies', async ({ ada, bob }) => {
  const topic = await start(ada, 'An endless thread')
  for (let n = 1; n <= 25; n += 1)
    await ada.member.http.does(createReply, { id: topic.id, content: `Answer no. ${n}.` })
  await bob.opens(`/forum/${topic.id}`)
  await expect(replies(bob)).toHaveCount(20)
  const [, second] = await ada.member.http.does(listReplies, { id: topic.id })
  await ada.member.http.does(deleteReply, { id: second?.id ?? 0 })
  await expect(replies(bob)).toHaveCount(19)
  await replyOf(bob, 'Answer no. 20.').scrollIntoViewIfNeeded()
  await expect(replyOf(bob, 'Answer no. 25.')).toBeVisible()
  await expect(replies(bob)).toHaveCount(24)
})

test('scrolling loads more replies; Jump to newest and Load earlier page backwards', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const topic = await start(ada, 'An endless thread')
  let last = 0
  for (let n = 1; n <= 45; n += 1)
    last = (await ada.member.http.does(createReply, { id: topic.id, content: `Answer no. ${n}.` })).id
  await bob.opens(`/forum/${topic.id}`)
  await expect(replies(bob)).toHaveCount(20)
  const noted = bob.page.waitForResponse(answer => answer.request().postDataJSON()?.last_reply_id === last)
  await bob.clicks('Jump to newest')
  await expect(replyOf(bob, 'Answer no. 45.')).toBeInViewport()
  await expect(replies(bob)).toHaveCount(20)
  // Noted as seen: otherwise a line between the replies says what is new.
  await noted
  await bob.page.reload()
  await expect(replyOf(bob, 'Answer no. 45.')).toBeVisible()
  await bob.clicks('Load earlier replies')
  await expect(replies(bob)).toHaveCount(40)
  await bob.clicks('Load earlier replies')
  await expect(replies(bob)).toHaveCount(45)
  await expect(replies(bob).first()).toContainText('Answer no. 1.')

  await bob.opens(`/forum/${topic.id}`)
  await replies(bob).last().scrollIntoViewIfNeeded()
  await expect(replies(bob)).toHaveCount(40)
  await replies(bob).last().scrollIntoViewIfNeeded()
  await expect(replies(bob)).toHaveCount(45)
})

test('a like is shown immediately (optimistic update), counts once, and can be removed', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const topic = await start(ada, 'Likeable')
  await ada.member.http.does(likeTopic, { id: topic.id })
  await bob.opens(`/forum/${topic.id}`)
  const letGo = await bob.holdsBack('**/like')
  const like = bob.page.getByRole('button', { name: /^Like/ })
  await expect(like).toHaveText('Like1')
  await like.click()
  await expect(like).toHaveText('Like2')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  // A press before the answer is ignored.
  await bob.waitsForWrite(/\/like$/, async () => letGo())
  expect((await ada.member.http.reads<{ likes_count: number }>(`/api/posts/${topic.id}`)).likes_count).toBe(2)
  // Again if needed: while the body of the answer is still being read, a press is ignored too.
  await expect(async () => {
    if ((await like.textContent()) === 'Like2') await like.click()
    await expect(like).toHaveText('Like1', { timeout: 5_000 })
  }).toPass()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('an anonymous topic and reply show "Anonymous" to everybody, and their author’s actions to the author', {
  tag: ['@FORUM-103'],
}, async ({ ada, bob }) => {
  await ada.opens('/forum/new')
  await ada.types('Title', 'My co-founder left')
  await ada.types('Content', 'What now?')
  await ada.page.getByRole('switch', { name: 'Post anonymously' }).click()
  await ada.clicks('Create Topic')
  await ada.isTold('success', 'Post created')
  const mine = ada.page.getByRole('article', { name: 'My co-founder left' })
  await expect(mine.getByText('Anonymous', { exact: true })).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Edit' })).toBeVisible()
  await mine.getByRole('link', { name: 'View Topic' }).click()
  await box(ada).fill('It is me again.')
  await expect(ada.page.getByRole('switch', { name: 'Post anonymously' })).toBeChecked()
  await ada.clicks('Post')
  await ada.isTold('success', 'Reply posted')

  await bob.opens('/forum?q=co-founder')
  await bob.clicks('View Topic', { on: 'My co-founder left' })
  await expect(bob.page.getByRole('article', { name: 'My co-founder left' }).getByText('Anonymous')).toBeVisible()
  await expect(replyOf(bob, 'It is me again.').getByText('Anonymous')).toBeVisible()
  await expect(bob.page.getByText('Ada Osei')).toHaveCount(0)
  await expect(bob.page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await lookAt(bob.page, 'topic-anonymous')
})

test('an unknown topic shows an error and a link back', async ({ ada }) => {
  test.slow()
  ada.expects(/status of 404/)
  await ada.opens('/forum/999999')
  await ada.seesHeading('This topic could not be found')
  await axe(ada.page)
  await lookAt(ada.page, 'topic-gone')
  await ada.clicks('All topics')
  await ada.isAt('/forum')
})

test('extreme Markdown in a reply does not break the page, also in live updates', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Office for ten', content: 'Who has one?' })
  await ada.opens(`/forum/${id}`)
  await ada.types('Your reply', 'Half written')
  for (const content of [`${'*'.repeat(9000)}deep${'*'.repeat(9000)}`, `${'https://a.example '.repeat(1000)}end`]) {
    await bob.member.http.does(createReply, { id, content, is_anonymous: true })
    await ada.sees(content.startsWith('*') ? /deep/ : /end$/)
  }
  await expect(ada.page.getByLabel('Your reply')).toHaveValue('Half written')
  await ada.page.reload()
  await ada.sees(/deep/)
  await ada.sees('Who has one?')
})
