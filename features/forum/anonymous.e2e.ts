import { expect, lookAt, type Person, test } from '../../tests/e2e/fixtures.ts'
import { createReply, createTopic, listReplies } from './contract.ts'

const hidden = { title: 'My co-founder left', content: 'What now?', is_anonymous: true }
const anonymously = ({ page }: Person) => page.getByRole('switch', { name: 'Post anonymously' })
const marked = ({ page }: Person) => page.getByText('(you)', { exact: true })

test('a reply to your own anonymous topic is anonymous by default, and can be switched', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, hidden)
  const named = await ada.member.http.does(createTopic, { title: 'Demo day', content: 'Who comes?' })
  await bob.opens(`/forum/${id}`)
  await expect(anonymously(bob)).not.toBeChecked()
  await ada.opens(`/forum/${named.id}`)
  await expect(anonymously(ada)).not.toBeChecked()

  await ada.opens(`/forum/${id}`)
  await expect(anonymously(ada)).toBeChecked()
  await ada.types('Your reply', 'He took the laptop')
  await ada.clicks('Post')
  await ada.isTold('success', 'Reply posted')
  await expect(anonymously(ada), 'the next one too').toBeChecked()
  await ada.types('Your reply', 'And here is my name')
  await anonymously(ada).click()
  await ada.sees('Members will see your name under your anonymous topic.')
  await ada.page.reload()
  await expect(anonymously(ada), 'as it was left').not.toBeChecked()
  await ada.clicks('Post')
  await expect(ada.page.getByLabel('Your reply')).toHaveValue('')
  await expect(anonymously(ada)).toBeChecked()
  const replies = async () => bob.member.http.does(listReplies, { id })
  await expect
    .poll(async () => (await replies()).map(reply => reply.author?.full_name))
    .toEqual([undefined, 'Ada Osei'])
})

test('after an anonymous reply the next one is anonymous by default, after a named one it is not', async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, { title: 'Demo day', content: 'Who comes?' })
  await bob.opens(`/forum/${id}`)
  for (const [text, isAnonymous] of [
    ['I do', false],
    ['But do not tell', true],
    ['My co-founder', true],
  ] as const) {
    await bob.types('Your reply', text)
    if ((await anonymously(bob).isChecked()) !== isAnonymous) await anonymously(bob).click()
    await bob.clicks('Post')
    await bob.isTold('success', 'Reply posted')
    await expect(bob.page.getByLabel('Your reply')).toHaveValue('')
    await expect(anonymously(bob)).toBeChecked({ checked: isAnonymous })
  }
})

test('only the author sees "(you)" on anonymous topics and replies, also in live updates', { tag: '@main' }, async ({
  ada,
  bob,
}) => {
  const { id } = await ada.member.http.does(createTopic, hidden)
  await bob.member.http.does(createReply, { id, content: 'Sorry to hear', is_anonymous: true })
  await bob.opens(`/forum/${id}`)
  await ada.opens(`/forum/${id}`)
  await expect(ada.page.getByRole('article').getByText('Anonymous')).toBeVisible()
  await expect(marked(ada)).toHaveCount(1)
  await expect(marked(bob)).toHaveCount(1)
  await expect(bob.page.getByRole('article').getByText('(you)')).toHaveCount(0)

  await ada.types('Your reply', 'Thanks all')
  await ada.clicks('Post')
  await expect(bob.page.getByText('Thanks all')).toBeVisible()
  await expect(marked(bob), 'brought by the stream').toHaveCount(1)
  await expect(marked(ada)).toHaveCount(2)
  await lookAt(ada.page, 'forum-own-anonymous')

  for (const address of ['/forum', '/']) {
    await ada.opens(address)
    await expect(ada.page.getByText('(you)')).toHaveCount(1)
    await bob.opens(address)
    await expect(bob.page.getByText(hidden.title)).toBeVisible()
    await expect(bob.page.getByText('(you)')).toHaveCount(0)
  }
})

test('the preview of a topic separates list items', async ({ ada }) => {
  await ada.member.http.does(createTopic, {
    title: 'Agenda',
    content: 'For Tuesday:\n\n- Pricing\n- Hiring\n\n1. Snacks\n2. Drinks\n\n# Later\nA walk',
  })
  await ada.opens('/forum')
  const preview = ada.page.getByRole('article', { name: 'Agenda' }).locator('[data-preview]')
  await expect(preview).toHaveText('For Tuesday: Pricing · Hiring · Snacks · Drinks · Later · A walk')
})
